import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import styles from './first-run.module.css'

type FirstRunProps = {
  /** The demo season can be loaded only before there ever was a tent. */
  mayLoadDemo: boolean
  onLoaded: () => Promise<void>
}

/** Shown while there are no tents: the ways to get some. */
export function FirstRun({ mayLoadDemo, onLoaded }: FirstRunProps) {
  const { run, busy, message } = useSaidAction({
    act: async () => {
      await call('loadDemoSeason')
      await onLoaded()
    },
    failed: texts.tryAgain,
    unanswered: texts.tryAgainLater,
  })

  return (
    <Card aria-labelledby="first-run">
      <h2 id="first-run">Bring the tents in</h2>
      <Empty>
        You need a roster before you can check tents. There are {mayLoadDemo ? 'three' : 'two'} ways
        to get one.
      </Empty>
      <div className={styles['choices']}>
        <a href="#airtable">Connect Airtable</a>
        <a href="#roster-file">Import a CSV file</a>
        {mayLoadDemo && (
          <Button variant="quiet" busy={busy} onClick={() => run()}>
            Load the demo season
          </Button>
        )}
      </div>
      {message}
    </Card>
  )
}
