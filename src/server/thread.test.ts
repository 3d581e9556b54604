import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { expect, it, onTestFinished, vi } from 'vitest'
import { letServerGoFirst } from './thread.ts'

it('goes on in a thread whose priority may not be lowered', () => {
  const forbidden = vi.spyOn(os, 'setPriority').mockImplementation(() => {
    throw new Error('uv_os_setpriority returned EPERM')
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    forbidden.mockRestore()
    syncBuiltinESMExports()
  })
  letServerGoFirst()
  letServerGoFirst({ isAwaited: true })
  expect(forbidden).toHaveBeenCalledTimes(process.platform === 'linux' ? 2 : 0)
})
