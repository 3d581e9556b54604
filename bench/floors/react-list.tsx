import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** As many things to tap as a check of 130 tents has, and nothing else: each knows its own state. */
const tents = Array.from({ length: 130 }, (_, tent) => tent)
const members = Array.from({ length: 12 }, (_, member) => member)

function Choice({ name }: { name: string }) {
  const [isChosen, setIsChosen] = useState(false)
  return (
    <button type="button" aria-pressed={isChosen} onClick={() => setIsChosen(!isChosen)}>
      {isChosen ? '✓ ' : ''}
      {name}
    </button>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')
createRoot(root).render(
  <ul>
    {tents.map((tent) => (
      <li key={tent}>
        {members.map((member) => (
          <p key={member}>
            <Choice name={`Member ${member} of tent ${tent}`} />
          </p>
        ))}
      </li>
    ))}
  </ul>,
)
