import { community } from '../../shared/community.ts'
import styles from './community.module.css'
import { Embed } from './embed.tsx'

/** The community on other sites: two profile cards and the playlist. Specification 2. */
export function Community() {
  return (
    <section aria-labelledby="community" className={styles['community']}>
      <h2 id="community">From around {community.name}</h2>
      <div className={styles['embeds']}>
        {community.profiles.map((profile) => (
          <Embed key={profile.url} {...profile} />
        ))}
        <Embed {...community.playlist} />
      </div>
    </section>
  )
}
