import { describe, expect, it } from 'vitest'
import { checkEmail, checkPassword, cleanRegistration, registrationProblems } from './rules.ts'

const ann = {
  netID: 'al21',
  email: 'ann@duke.edu',
  firstName: 'Ann',
  lastName: 'Lee',
  password: 'gloves at 2 am',
}

describe('a registration', () => {
  it('is kept trimmed, its netID in lower case, its password as it is', () => {
    const given = { ...ann, netID: ' AL21 ', firstName: ' Ann ', password: ' spaces count ' }
    expect(registrationProblems(given)).toEqual({})
    expect(cleanRegistration(given)).toEqual({ ...ann, password: ' spaces count ' })
  })

  it.each([
    ['netIDInvalid', { netID: '' }],
    ['netIDInvalid', { netID: 'a b' }],
    ['netIDInvalid', { netID: 'a-b' }],
    ['netIDInvalid', { netID: 'é1' }],
    ['netIDInvalid', { netID: '\u212aim' }],
    ['netIDInvalid', { netID: 'a'.repeat(33) }],
    ['nameInvalid', { firstName: '  ' }],
    ['nameInvalid', { lastName: '' }],
    ['nameInvalid', { lastName: 'x'.repeat(101) }],
    ['nameInvalid', { firstName: 'Ann\u0007' }],
    ['nameInvalid', { firstName: 'Ann\nLee' }],
    ['nameInvalid', { firstName: 'Ann\u202e' }],
    ['nameInvalid', { lastName: '\u2067Lee' }],
    ['nameInvalid', { lastName: 'L\u200bee' }],
    ['nameInvalid', { firstName: '\ufeffAnn\u200e' }],
    ['nameInvalid', { firstName: '\u200d\u200c' }],
    ['nameInvalid', { firstName: '\u3164' }],
    ['nameInvalid', { lastName: 'Lee\u2028Kim' }],
    ['nameInvalid', { firstName: '\ufe0f' }],
    ['emailInvalid', { email: 'a\u202en@duke.edu' }],
    ['emailInvalid', { email: 'ann' }],
    ['passwordInvalid', { password: 'short 7' }],
  ])('is refused as %s for %j', (code, change) => {
    expect(Object.values(registrationProblems({ ...ann, ...change }))).toEqual([code])
  })

  it.each([
    { netID: 'a'.repeat(32) },
    { netID: '1' },
    { firstName: '李' },
    { firstName: '😀'.repeat(100) },
    { lastName: 'O’Brien-Núñez Jr.' },
    // Joined as Persian and some pictures are.
    { firstName: 'نازنین\u200cزهرا' },
    { firstName: '👩\u200d🚀' },
    // A letter in the form in which its family writes it.
    { lastName: '葛\u{e0100}城' },
  ])('is fine with %j', (change) => {
    expect(registrationProblems({ ...ann, ...change })).toEqual({})
    expect(cleanRegistration({ ...ann, ...change })).toMatchObject(change)
  })
})

describe('an e-mail address', () => {
  it.each(['a@b.co', 'first.last+tag@mail.duke.edu', 'ü@exämple.edu', "o'brien@duke.edu"])(
    '%s is valid',
    (email) => expect(checkEmail(email)).toBeNull(),
  )
  it.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@.co',
    'a@b..co',
    'a b@c.de',
    'a@b.co,c@d.ef',
    'Ann <a@b.co>',
    'a@b.co\0',
    `${'x'.repeat(250)}@b.co`,
  ])('%j is not', (email) => expect(checkEmail(email)).toBe('emailInvalid'))
})

describe('a password', () => {
  it.each([
    ['7 characters', 'x'.repeat(7), 'passwordInvalid'],
    ['8 characters', 'x'.repeat(8), null],
    ['128 characters', 'x'.repeat(128), null],
    ['129 characters', 'x'.repeat(129), 'passwordInvalid'],
    ['8 characters of two units each', '😀'.repeat(8), null],
    ['7 characters of two units each', '😀'.repeat(7), 'passwordInvalid'],
  ])('of %s', (_, password, refusal) => expect(checkPassword(password)).toBe(refusal))
})
