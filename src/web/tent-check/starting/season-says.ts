/** What the season says of this moment, as a screen that knows its rules hands it in. */
export type SeasonSays = {
  /** Why no check should start now, in sentences; none where one may. */
  notes: readonly string[]
  /** How far the server's clock is ahead of this device's, in milliseconds; 0 until it is known. */
  serverAheadMs: number
  /** `Grace until 3:16 AM`; null: there is none. */
  grace: string | null
}
