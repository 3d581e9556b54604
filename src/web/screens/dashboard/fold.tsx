import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from '../../routing/location.tsx'
import { useInSight } from '../../ui/use-in-sight.ts'
import { useWasEver } from '../../ui/use-was-ever.ts'
import styles from './dashboard.module.css'
import { Line, type PartProps } from './group.tsx'
import { dashboardTexts } from './texts.ts'

type FoldProps = PartProps & {
  /** A summary in one line, shown while it is closed and asked for once it is about to be in sight. */
  state: ReactNode
}

/** A part that is closed until somebody opens it or follows a link to it. */
export function Fold(props: FoldProps) {
  return props.may === false ? <Line {...props} /> : <Foldable {...props} />
}

function Foldable({ id, title, state, children }: FoldProps) {
  // Changes each time a link is followed, even the same one again.
  const location = useLocation()
  const [isOpen, setOpen] = useState(false)
  const wasOpened = useWasEver(isOpen)
  const place = useRef<HTMLElement>(null)
  const wasNear = useWasEver(useInSight(place, '50% 0px'))
  useEffect(() => {
    const [part] = location.hash.split('/')
    if (part === `#${id}`) setOpen(true)
  }, [location, id])
  return (
    <section ref={place} id={id} aria-labelledby={`${id}-title`} className={styles['fold']}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h3 id={`${id}-title`}>{title}</h3>
          {!isOpen && (
            <span className={styles['state']}>{wasNear ? state : dashboardTexts.stateLoading}</span>
          )}
        </summary>
        {wasOpened && <div className={styles['folded']}>{children}</div>}
      </details>
    </section>
  )
}
