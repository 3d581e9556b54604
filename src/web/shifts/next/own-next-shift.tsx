import { screens } from '../../../shared/screens.ts'
import { Link } from '../../routing/link.tsx'
import links from '../../ui/links.module.css'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { pictureTexts } from '../picture/texts.ts'
import { useShifts } from '../picture/use-shifts.ts'
import { NextShift } from './next-shift.tsx'

/** One's next shift, as part of another screen. */
export function OwnNextShift({ tentId }: { tentId: string }) {
  const query = useShifts(tentId)
  const { data: picture } = query
  if (picture === undefined) {
    return <NotLoaded query={query} failed={pictureTexts.loadFailed} height="13.5rem" />
  }
  return (
    <>
      <NextShift picture={picture} isGraceSaid />
      <p className={links['links']}>
        <Link to={screens.shifts.path}>All shifts of your tent</Link>
      </p>
    </>
  )
}
