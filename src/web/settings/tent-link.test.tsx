import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Refused, type Replies, show, unanswered } from '../../../tests/support/show.tsx'
import { RegistrationButton } from './registration-button.tsx'
import { TentLinkForm } from './tent-link-form.tsx'

const closed = { url: '', active: false }
const openForm = (replies: Replies = {}, mayChange = true) =>
  show(<TentLinkForm mayChange={mayChange} />, { getTentLink: closed, ...replies })
const link = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Sign-up link' })
const save = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save link' })

/** What the server says and keeps; somebody else may change it, too. */
function keeps(kept = closed) {
  const server = { kept, isAnswering: true }
  const replies: Replies = {
    getTentLink: () => server.kept,
    updateTentLink: (sent) => {
      server.kept = sent
      return server.isAnswering ? { ok: true, ...sent } : unanswered
    },
  }
  return { server, replies }
}

describe('the form for the sign-up link', () => {
  it('switches at once, with the address that is saved; what is typed is saved on its own', async () => {
    const { user, written } = openForm(keeps().replies)
    await user.type(await link(), ' https://tents.example.edu ')
    await user.click(await screen.findByRole('switch', { name: 'Registration is closed' }))
    await screen.findByRole('switch', { name: 'Registration is open' })
    await user.click(await save())
    const url = 'https://tents.example.edu'
    await waitFor(() =>
      expect(written().map(({ body }) => body)).toEqual([
        { url: '', active: true },
        { url, active: true },
      ]),
    )
    await screen.findByText('Tent link updated successfully.')
    expect((await link()).value).toBe(url)
  })

  it('switches back when it is refused, and says so', async () => {
    const { user } = openForm({ updateTentLink: unanswered })
    await user.click(await screen.findByRole('switch', { name: 'Registration is closed' }))
    await screen.findByText('Failed to save link')
    await screen.findByRole('switch', { name: 'Registration is closed' })
  })

  it('shows what is saved by now where the answer was lost', async () => {
    const { server, replies } = keeps()
    const { user } = openForm(replies)
    server.isAnswering = false
    await user.click(await screen.findByRole('switch', { name: 'Registration is closed' }))
    await screen.findByText('Failed to save link')
    await screen.findByRole('switch', { name: 'Registration is open' })
  })

  it('leaves the switch as somebody else has set it, and the address as they have saved it', async () => {
    const { server, replies } = keeps()
    const { user } = openForm(replies)
    await user.type(await link(), 'https://our.link')
    server.kept = { url: '', active: true }
    await user.click(await save())
    await screen.findByText('Tent link updated successfully.')
    expect(server.kept).toEqual({ url: 'https://our.link', active: true })
    server.kept = { url: 'https://their.link', active: true }
    await user.click(await screen.findByRole('switch', { name: 'Registration is open' }))
    await screen.findByDisplayValue('https://their.link')
    expect(server.kept).toEqual({ url: 'https://their.link', active: false })
  })

  it('keeps what is typed on while a save waits for the switch', async () => {
    const { server, replies } = keeps()
    const answers: (() => void)[] = []
    const updateTentLink: Replies['updateTentLink'] = async (sent) => {
      await new Promise<void>((resolve) => answers.push(resolve))
      server.kept = sent
      return { ok: true, ...sent }
    }
    const { user, written } = openForm({ ...replies, updateTentLink })
    await user.click(await screen.findByRole('switch', { name: 'Registration is closed' }))
    await user.type(await link(), 'https://our.link')
    await user.click(await save())
    await user.type(await link(), '/typed-on')
    for (const sent of [1, 2]) {
      await waitFor(() => expect(written()).toHaveLength(sent))
      await act(async () => answers.shift()?.())
    }
    await waitFor(() => expect(server.kept).toEqual({ url: 'https://our.link', active: true }))
    await waitFor(async () => expect((await save()).getAttribute('aria-busy')).toBeNull())
    expect((await link()).value).toBe('https://our.link/typed-on')
  })

  it.each([
    [unanswered, 'Failed to save link'],
    [
      new Refused(400, 'The sign-up link must start with http.'),
      'Failed to save link: The sign-up link must start with http.',
    ],
  ] as const)(
    'says why it was not saved, and keeps what was typed',
    async (updateTentLink, text) => {
      const { user } = openForm({ updateTentLink })
      await user.type(await link(), 'javascript:alert(1)')
      await user.click(await save())
      await screen.findByText(text)
      expect((await link()).value).toBe('javascript:alert(1)')
    },
  )

  it('keeps what is typed, whatever is answered meanwhile; what is untouched follows', async () => {
    const { user, reply, queryClient } = openForm()
    await user.type(await link(), 'https://half.typed')
    for (const getTentLink of [new Refused(403), { url: 'https://their.link', active: true }]) {
      reply({ getTentLink })
      await act(() => queryClient.refetchQueries())
      expect((await link()).value).toBe('https://half.typed')
    }
    await screen.findByRole('switch', { name: 'Registration is open' })
  })

  it('is only read by whoever may not change it', async () => {
    openForm({}, false)
    expect((await link()).disabled).toBe(true)
    expect((await save()).disabled).toBe(true)
  })

  it('says that it could not be loaded, with a way to try again', async () => {
    const { user, reply } = openForm({ getTentLink: unanswered })
    await screen.findByText('The sign-up link could not be loaded.')
    reply({ getTentLink: closed })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await link()
  })
})

describe('the button of the home page', () => {
  const openButton = (replies: Replies) => show(<RegistrationButton />, replies)

  it('is closed, or leads to the link, or says that there is none yet', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user, reply, queryClient } = openButton({ getTentLink: closed })
    const button = () =>
      screen.findByRole<HTMLButtonElement>('button', {
        name: /Registration Closed|Register a Tent!/,
      })
    expect((await button()).disabled).toBe(true)
    reply({ getTentLink: { url: '', active: true } })
    await act(() => queryClient.refetchQueries())
    await waitFor(async () => expect((await button()).textContent).toBe('Register a Tent!'))
    await user.click(await button())
    await screen.findByText('Tent registration link is not set yet.')
    reply({ getTentLink: { url: 'https://tents.example.edu', active: true } })
    await act(() => queryClient.refetchQueries())
    await user.click(await button())
    expect(opened).toHaveBeenCalledWith('https://tents.example.edu', '_blank', 'noopener')
  })

  it('says that it could not be loaded, and logs why', async () => {
    const { logged } = openButton({ getTentLink: unanswered })
    await screen.findByText('Tent registration could not be loaded.')
    expect(String(logged[0])).toContain('could not be reached')
  })
})
