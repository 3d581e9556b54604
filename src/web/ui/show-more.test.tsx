import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { ShowMore } from './show-more.tsx'

const all = ['Ann', 'Bo', 'Cy', 'Di', 'Ed']

function Names({ isTable, step }: { isTable: boolean; step: number }) {
  const [count, setCount] = useState(2)
  const shown = all.slice(0, count)
  return (
    <>
      {isTable ? (
        <div>
          <table>
            <tbody>
              {shown.map((name) => (
                <tr key={name}>
                  <td>{name}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <ul>
          {shown.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      <ShowMore left={all.length - shown.length} onClick={() => setCount(count + step)} />
    </>
  )
}

it.each([
  ['list', false],
  ['table', true],
])('as the button goes, the focus is at the first that came in a %s', async (_, isTable) => {
  const { user } = show(<Names isTable={isTable} step={3} />)
  screen.getByRole('button', { name: 'Show more (3 left)' }).focus()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Cy')
})

it('the focus moves to the first new item also if it was in the list, hidden', async () => {
  function Names() {
    const [isWhole, setWhole] = useState(false)
    return (
      <>
        <ul>
          {all.map((name, place) => (
            <li key={name} style={{ display: isWhole || place < 2 ? undefined : 'none' }}>
              {name}
            </li>
          ))}
        </ul>
        <ShowMore shown={2} left={isWhole ? 0 : 3} onClick={() => setWhole(true)} />
      </>
    )
  }
  const { user } = show(<Names />)
  await user.click(screen.getByRole('button', { name: 'Show more (3 left)' }))
  expect(document.activeElement?.textContent).toBe('Cy')
})

it('a button that stays keeps the focus', async () => {
  const { user } = show(<Names isTable={false} step={1} />)
  screen.getByRole('button', { name: 'Show more (3 left)' }).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show more (2 left)' }))
})
