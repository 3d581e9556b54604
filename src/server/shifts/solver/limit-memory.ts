const pageBytes = 65_536

type Memory = { buffer: ArrayBuffer; grow: (this: Memory, pages: number) => number }

/**
 * From now on no WebAssembly memory of this thread grows beyond so many bytes. HiGHS would take up to
 * 2 GB, and requests memory only through this function.
 */
export function limitMemory(bytesAtMost: number): void {
  // Node has it, but its type is part of the DOM's.
  const { Memory }: { Memory: { prototype: Memory } } = Reflect.get(globalThis, 'WebAssembly')
  const { grow } = Memory.prototype
  Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * pageBytes > bytesAtMost) {
      throw new RangeError('The solver asked for more memory than it may have.')
    }
    return grow.call(this, pages)
  }
}
