// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { it } from 'vitest'
import { show, unanswered } from '../../../tests/support/show.tsx'
import { AuditList } from './audit-list.tsx'

it('the audit says that nothing was done yet', async () => {
  show(<AuditList />, { audit: [] })
  await screen.findByText('Nothing was done yet.')
})

it('the audit says that it could not be loaded, with a way to try again', async () => {
  const { user, reply } = show(<AuditList />, { audit: unanswered })
  await screen.findByText('The audit could not be loaded.')
  reply({ audit: [] })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Nothing was done yet.')
})
