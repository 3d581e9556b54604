import loadHighs from 'highs'
import { expect, it, onTestFinished } from 'vitest'
import { limitMemory } from './limit-memory.ts'

it('HiGHS takes no more memory than it may have', async () => {
  const { prototype } = Reflect.get(globalThis, 'WebAssembly').Memory
  const { grow } = prototype
  onTestFinished(() => {
    prototype.grow = grow
  })
  limitMemory(64 * 1024 * 1024)
  const highs = await loadHighs()
  const names = Array.from({ length: 200_000 }, (_, index) => `x${index}`)
  const large = `Minimize\n obj: ${names.join(' + ')}\nSubject To\n c: ${names.join(' + ')} >= 1\nEnd`
  expect(() => highs.solve(large)).toThrow()
  const small = 'Minimize\n obj: x\nSubject To\n c: x >= 1\nEnd'
  expect((await loadHighs()).solve(small).ObjectiveValue).toBe(1)
})
