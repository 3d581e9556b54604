import styles from './scenes.module.css'

/** The field, with the horizon of most scenes; it ends below the edge, or a line of sky would be left. */
export function Ground() {
  return <path d="M0 150Q240 142 480 150V220H0Z" className={styles['ground']} />
}
