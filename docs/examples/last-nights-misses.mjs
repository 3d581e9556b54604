// Writes last night's Misses as a table, for any spreadsheet: those of the newest check that ended,
// and of the checks that ended in the 12 hours before it.
//
//   TENT_CITY=https://tents.example.edu TENT_CITY_TOKEN=script_… node last-nights-misses.mjs > misses.csv
//
// The token is made by a super user, on the dashboard under System.

const { TENT_CITY: server = 'http://localhost:3000', TENT_CITY_TOKEN: token = '' } = process.env

/** What the server answers; its own words where it refuses. */
async function ask(path) {
  const answer = await fetch(server + path, { headers: { authorization: `Bearer ${token}` } })
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.error)
  return body
}

/** A cell of a table; what a spreadsheet would take for a formula stays text. */
const cell = (text) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`

const endOf = ({ endedAt }) => Date.parse(endedAt)

const { checks } = await ask('/api/checks')
const ended = checks.filter(({ ending }) => ending === 'ended')
if (ended.length === 0) throw new Error('No check has ended yet.')
const from = Math.max(...ended.map(endOf)) - 12 * 60 * 60 * 1000

const write = (row) => console.log(row.map(cell).join(','))
write(['Check (UTC)', 'Order', 'Name', 'When (UTC)', 'By'])
for (const check of ended.filter((each) => endOf(each) >= from)) {
  const { tents } = await ask(`/api/checks/${check.id}`)
  for (const { order, name, outcome, at, by } of tents) {
    if (outcome === 'miss') write([check.startedAt, order, name, at ?? '', by?.name ?? ''])
  }
}
