import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Clause = { section: string; text: string; files: string[]; proof: string }

const clauses: Clause[] = []
let section = ''
for (const line of readFileSync('docs/specification.md', 'utf8').split('\n')) {
  if (line.startsWith('## ')) section = line.slice(3)
  const cells = line.split('|').map((cell) => cell.trim())
  const [, text = '', carried = '', proof = ''] = cells
  if (section === '' || cells.length !== 5 || text === 'clause' || /^-+$/.test(text)) continue
  clauses.push({ section, text, files: carried.split(', '), proof })
}

describe('every clause of the specification', () => {
  it('is listed, in all nine sections', () => {
    const sections = new Set(clauses.map((clause) => clause.section[0]))
    expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    expect(clauses.length).toBeGreaterThan(60)
  })

  it.each(clauses.map((clause) => [clause.section, clause.text, clause] as const))(
    '%s: %s',
    (_section, _text, { files, proof }) => {
      for (const file of files) expect([file, existsSync(file)]).toEqual([file, true])
      const [, test = '', title = ''] = /^(\S+\.test\.tsx?) "(.+)"$/.exec(proof) ?? []
      expect(existsSync(test)).toBe(true)
      expect(readFileSync(test, 'utf8')).toContain(title)
    },
  )
})
