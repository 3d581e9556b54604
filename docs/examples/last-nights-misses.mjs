// Writes the Misses of the newest check that ended as a table, for any spreadsheet:
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

const { checks } = await ask('/api/checks')
const last = checks.find(({ ending }) => ending === 'ended')
if (last === undefined) throw new Error('No check has ended yet.')
const { tents } = await ask(`/api/checks/${last.id}`)
const misses = tents.filter(({ outcome }) => outcome === 'miss')
const rows = misses.map(({ order, name, at, by }) => [order, name, at ?? '', by?.name ?? ''])
for (const row of [['Order', 'Name', 'When (UTC)', 'By'], ...rows]) {
  console.log(row.map(cell).join(','))
}
