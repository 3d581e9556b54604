import styles from './scenes.module.css'

/**
 * The field, with the horizon of most scenes; it goes below the edge, so that no line of sky shows.
 */
export function Ground() {
  return <path d="M0 150Q240 142 480 150V220H0Z" className={styles['ground']} />
}
