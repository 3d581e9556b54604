import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listed, person, show } from '../../../tests/support/show.tsx'
import { useUsers } from '../accounts/use-users.ts'
import { campusTexts } from './texts.ts'
import { WaitingList } from './waiting-list.tsx'

function Users() {
  const { data, refetch } = useUsers(true)
  return (
    <section aria-label="Users">
      {data && <WaitingList users={data} mayChange onSettled={refetch} />}
    </section>
  )
}

it('the focus stays in its part once an account is handed over and waits no more', async () => {
  const campusWaiting = { subject: 's1', name: 'Olga Ward', at: '2026-01-19T03:00:00.000Z' }
  const { user, reply } = show(<Users />, {
    listUsers: [{ ...listed(person), campusWaiting }],
    handOverToCampus: { ok: true },
  })
  const handOver = await screen.findByRole('button', { name: 'Hand over: Taylor Brooks' })
  await user.click(handOver)
  reply({ listUsers: [listed(person)] })
  await user.click(screen.getByRole('button', { name: 'Hand it over' }))
  await screen.findByText(campusTexts.handedOver('tb1', 'Olga Ward'))
  await waitFor(() => expect(handOver.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Users' }))
})
