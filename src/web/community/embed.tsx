import { useEffect, useRef, useState } from 'react'
import { useInSight } from '../ui/use-in-sight.ts'
import styles from './embed.module.css'
import { communityTexts } from './texts.ts'

type EmbedProps = {
  name: string
  /** The page itself, for a plain link. */
  url: string
  embedUrl: string
}

const answersWithinMs = 8000

/** Asked first, because a frame does not report that its page failed to load: it stays empty. */
async function isReachable(url: string, leaving: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(answersWithinMs)])
  try {
    await fetch(url, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    })
    return true
  } catch {
    return false
  }
}

/** A link to another site, and an embedded view of it once it is scrolled to and has loaded. */
export function Embed({ name, url, embedUrl }: EmbedProps) {
  const place = useRef<HTMLElement>(null)
  const [state, setState] = useState<'far' | 'loading' | 'shown' | 'blocked'>('far')
  // Well inside the screen: what is only partly visible at the start does not count.
  const isInSight = useInSight(place, '-100px 0px')
  if (isInSight && state === 'far') setState(navigator.onLine ? 'loading' : 'blocked')

  useEffect(() => {
    if (state !== 'loading') return
    const leaving = new AbortController()
    void isReachable(embedUrl, leaving.signal).then((isThere) => {
      if (!leaving.signal.aborted) setState(isThere ? 'shown' : 'blocked')
    })
    return () => leaving.abort()
  }, [state, embedUrl])

  return (
    <article ref={place} className={styles['embed']}>
      <h3 className={styles['name']}>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      </h3>
      <div className={state === 'blocked' ? undefined : styles['frame']}>
        {state === 'blocked' && <p className={styles['blocked']}>{communityTexts.blocked}</p>}
        {state === 'shown' && (
          <iframe
            src={embedUrl}
            title={name}
            loading="lazy"
            referrerPolicy="no-referrer"
            sandbox="allow-scripts allow-same-origin allow-popups"
            className={styles['inner']}
          />
        )}
      </div>
    </article>
  )
}
