import { describe, expect, it } from 'vitest'
import type { Announcement } from '../../../shared/pages/contract.ts'
import { announcedText } from './state-lines.ts'

describe('announcements at 10 o’clock', () => {
  const from = (hour: number, until: number, endedAt: string | null = null): Announcement => ({
    id: 'a1',
    markdown: 'Snow.',
    html: '<p>Snow.</p>',
    audience: 'everyone',
    by: { netID: 'head1', name: 'Harper Quinn' },
    at: timeAt(1),
    from: timeAt(hour),
    until: timeAt(until),
    endedAt,
    earlier: [],
  })
  it.each([
    ['none', [], 'None shown'],
    ['one that begins now', [from(10, 12)], '1 shown'],
    ['one that ends now', [from(8, 10)], 'None shown'],
    ['one that was ended', [from(8, 12, timeAt(9))], 'None shown'],
    ['one to come', [from(11, 12)], '1 to come'],
    ['some of each', [from(8, 12), from(9, 11), from(11, 12), from(7, 9)], '2 shown, 1 to come'],
  ] as const)('%s', (_, announcements, text) => {
    expect(announcedText(announcements, Date.parse(timeAt(10)))).toBe(text)
  })
})

function timeAt(hour: number): string {
  return new Date(Date.UTC(2026, 0, 19, hour)).toISOString()
}
