import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until a member's page says all of this about how their tent stands. */
export const stands = (page: Page, ...texts: string[]) =>
  expect
    .poll(() => page.getByRole('region', { name: 'How your tent stands' }).innerText())
    .toSatisfy((text: string) => texts.every((one) => text.includes(one)), texts.join(', '))
