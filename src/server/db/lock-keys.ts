/**
 * PostgreSQL's advisory locks: arbitrary numbers, one for each thing that one server of a database does
 * at a time.
 */
export const lockKeys = {
  migrations: 19860227,
  airtable: 19860228,
  notices: 19860229,
}
