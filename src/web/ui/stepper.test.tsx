import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { Stepper } from './stepper.tsx'

function Form({ send }: { send: (value: number) => void }) {
  const [value, setValue] = useState(5)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send(value)
      }}
    >
      <Stepper label="Number of checkers" value={value} max={200} onChange={setValue} />
      <button type="submit">Start Check</button>
    </form>
  )
}

it.each([
  ['12', 12],
  ['200', 200],
  ['250', 200],
  ['999', 200],
  ['0', 1],
  ['', 5],
])('of %j, Enter sends and shows the nearest number that is allowed: %i', async (text, number) => {
  const sent: number[] = []
  const { user } = show(<Form send={(value) => sent.push(value)} />)
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Number of checkers' })
  await user.clear(field)
  await user.type(field, `${text}{Enter}`)
  expect(sent).toEqual([number])
  expect(field.value).toBe(String(number))
})
