import type { SeasonRules } from './contract.ts'

/** The rules before anyone saves any: version 0. */
export const defaultRules: SeasonRules = {
  version: 0,
  name: '2026',
  inSeason: true,
  timeZone: 'America/New_York',
  periods: [
    { name: 'Black', from: '2026-01-18T22:00', day: 2, night: 10 },
    { name: 'Blue', from: '2026-01-28T07:00', day: 1, night: 6 },
    { name: 'Wellness week', from: '2026-02-09T07:00', day: 0, night: 0 },
    { name: 'White', from: '2026-02-14T07:00', day: 1, night: 2 },
  ],
  ends: '2026-02-28T07:00',
  nights: [
    { days: [1, 2, 3, 4, 5], from: '01:00', to: '07:00' },
    { days: [0, 6], from: '02:30', to: '07:00' },
  ],
  tentNumbersWin: true,
  graceMinutes: 60,
  missesAllowed: 1,
  calls: 3,
  closingMinutes: 2,
  disputeHours: 72,
}
