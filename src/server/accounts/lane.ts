import { takeRoundRobin } from '../round-robin.ts'

/**
 * An attempt in the lane. `account`: a netID, whether or not there is such an account; null: none.
 * `state`: it waits for its turn, has it, or is busy with something else (`aside`).
 */
export type Attempt = {
  account: string | null
  address: string
  state: 'waiting' | 'atWork' | 'aside'
}

/** How many attempts a lane holds, in all, of an address and of an account; how many work at once. */
export type Bounds = Record<'inAll' | 'ofAddress' | 'ofAccount' | 'atOnce', number>

/**
 * A bounded queue of attempts. Addresses take turns, each with its attempts in the order in which
 * they came; an account has one turn at a time. Attempts that are aside do not count for the bound
 * of their account.
 */
export class Lane<H extends Attempt> {
  readonly #bounds: Bounds
  readonly #byAddress = new Map<string, Set<H>>()
  readonly #byAccount = new Map<string, Set<H>>()
  #size = 0
  #atWork = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /**
   * Which attempt has to leave for one more: none (null), another one, or 'full': no one has to, and
   * the new one is refused. It is the last of the address with most attempts, unless that address
   * would be left with fewer than the newcomer's.
   */
  evictedFor({ address, account }: Pick<H, 'address' | 'account'>): H | 'full' | null {
    const { inAll, ofAddress, ofAccount } = this.#bounds
    if (sizeOf(this.#byAddress, address) >= ofAddress) return 'full'
    const line = this.#of(account).filter(({ state }) => state !== 'aside')
    if (line.length >= ofAccount) return lastOfLargest(byAddressOf(line), address)
    if (this.#size >= inAll) return lastOfLargest(this.#byAddress, address)
    return null
  }

  add(holder: H): void {
    this.#size += 1
    put(this.#byAddress, holder.address, holder)
    if (holder.account !== null) put(this.#byAccount, holder.account, holder)
  }

  /** Does nothing if it has left before. */
  remove(holder: H): void {
    if (!this.#byAddress.get(holder.address)?.has(holder)) return
    this.#size -= 1
    takeOut(this.#byAddress, holder.address, holder)
    if (holder.account !== null) takeOut(this.#byAccount, holder.account, holder)
  }

  /** Begins the next turn, if there is one; its address comes last from then on. */
  begin(): H | undefined {
    if (this.#atWork >= this.#bounds.atOnce) return undefined
    const next = takeRoundRobin(this.#byAddress, (holders) => {
      for (const holder of holders) if (this.#mayGo(holder)) return holder
      return undefined
    })
    if (next === undefined) return undefined
    next.state = 'atWork'
    this.#atWork += 1
    return next
  }

  /** A turn is over; its holder stays, aside. */
  end(holder: H): void {
    holder.state = 'aside'
    this.#atWork -= 1
  }

  #mayGo({ state, account }: H): boolean {
    return state === 'waiting' && !this.#of(account).some((other) => other.state === 'atWork')
  }

  #of(account: string | null): H[] {
    return account === null ? [] : [...(this.#byAccount.get(account) ?? [])]
  }
}

function lastOfLargest<H extends Attempt>(
  shares: Map<string, Set<H>>,
  address: string,
): H | 'full' {
  let largest = new Set<H>()
  for (const share of shares.values()) if (share.size > largest.size) largest = share
  if (largest.size <= sizeOf(shares, address) + 1) return 'full'
  const holders = [...largest]
  // Those that are aside have had a turn already, so the others leave first.
  const last = (state: H['state']) => holders.findLast((one) => one.state === state)
  return last('waiting') ?? last('aside') ?? 'full'
}

function byAddressOf<H extends Attempt>(holders: H[]): Map<string, Set<H>> {
  const shares = new Map<string, Set<H>>()
  for (const holder of holders) put(shares, holder.address, holder)
  return shares
}

function sizeOf<H>(groups: Map<string, Set<H>>, key: string): number {
  return groups.get(key)?.size ?? 0
}

function put<H>(groups: Map<string, Set<H>>, key: string, one: H): void {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group.add(one))
}

function takeOut<H>(groups: Map<string, Set<H>>, key: string, one: H): void {
  const group = groups.get(key)
  group?.delete(one)
  if (group?.size === 0) groups.delete(key)
}
