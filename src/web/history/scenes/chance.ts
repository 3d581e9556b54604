/** Pseudo-random numbers from 0 to 1, the same in the build and in the browser. */
export function chances(count: number, seed: number): number[] {
  const modulus = 2_147_483_647
  let state = (seed * 7_919_317) % modulus
  return Array.from({ length: count }, () => {
    state = (state * 16_807) % modulus
    return state / modulus
  })
}
