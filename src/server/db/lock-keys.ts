/**
 * Keys of PostgreSQL's advisory locks: arbitrary numbers, one for each task that only one server
 * of a database may do at a time.
 */
export const lockKeys = {
  migrations: 19860227,
  airtable: 19860228,
  notices: 19860229,
}
