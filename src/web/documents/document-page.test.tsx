import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openScreen, type Refused, unanswered } from '../../../tests/support/show.tsx'

it.each([
  ['/policy', 'Policy', 'policyFile', 'No policy uploaded yet.'],
  ['/calendar', 'Calendar', 'calendarFile', 'No calendar file uploaded yet.'],
] as const)(
  '%s says that it loads, that it could not be loaded, and that none is uploaded yet',
  async (path, title, name, none) => {
    let answer = (_given: Refused) => {}
    const held = new Promise<Refused>((resolve) => {
      answer = resolve
    })
    const { user, reply } = openScreen(path, { [name]: () => held })
    await screen.findByRole('heading', { name: title })
    await screen.findByText('Loading…')
    answer(unanswered)
    await screen.findByText(`The ${title.toLowerCase()} could not be loaded.`)
    reply({ [name]: { url: null } })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText(none)
    expect(screen.queryByRole('alert')).toBeNull()
  },
)
