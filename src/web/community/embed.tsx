import { useEffect, useRef, useState } from 'react'
import styles from './embed.module.css'

type EmbedProps = {
  name: string
  /** The page itself: what a plain link leads to. */
  url: string
  embedUrl: string
}

const loadsWithinMs = 8000

/** Something of another site: its link, and once it is scrolled to and while it loads, itself. */
export function Embed({ name, url, embedUrl }: EmbedProps) {
  const place = useRef<HTMLElement>(null)
  const [state, setState] = useState<'far' | 'loading' | 'shown' | 'blocked'>('far')

  useEffect(() => {
    if (place.current === null) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watch.disconnect()
        setState(navigator.onLine ? 'loading' : 'blocked')
      },
      // Well within the screen: what merely peeks in at the start has not been scrolled to.
      { rootMargin: '-100px 0px' },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])

  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setState('blocked'), loadsWithinMs)
    return () => clearTimeout(timer)
  }, [state])

  const isFramed = state === 'loading' || state === 'shown'
  return (
    <article ref={place} className={styles['embed']}>
      <h3 className={styles['name']}>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      </h3>
      <div className={state === 'blocked' ? undefined : styles['frame']}>
        {isFramed && (
          <iframe
            src={embedUrl}
            title={name}
            loading="lazy"
            referrerPolicy="no-referrer"
            sandbox="allow-scripts allow-same-origin allow-popups"
            className={styles['inner']}
            onLoad={() => setState('shown')}
            onError={() => setState('blocked')}
          />
        )}
      </div>
    </article>
  )
}
