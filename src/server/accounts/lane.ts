import { takeRoundRobin } from '../round-robin.ts'

/**
 * An attempt in the lane. `account`: a netID, whether or not there is such an account; null: none.
 * `site`: that of its address. `state`: it waits for its turn, has it, or is busy with something else
 * (`aside`).
 */
export type Attempt = {
  account: string | null
  address: string
  site: string
  state: 'waiting' | 'atWork' | 'aside'
}

/** How many attempts a lane holds, in all, of an address and of an account; how many work at once. */
export type Bounds = Record<'inAll' | 'ofAddress' | 'ofAccount' | 'atOnce', number>

/**
 * A bounded queue of attempts. Addresses take turns, each with its attempts in the order in which
 * they came; an account has one turn at a time. Attempts that are aside do not count for the bound
 * of their account.
 */
export class Lane<A extends Attempt> {
  readonly #bounds: Bounds
  readonly #byAddress = new Map<string, Set<A>>()
  readonly #bySite = new Map<string, Set<A>>()
  readonly #byAccount = new Map<string, Set<A>>()
  #size = 0
  #atWork = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /**
   * Which attempt must leave to make room for a new one. null: none, there is room; 'full': none,
   * and the new one is refused. It is the last one of the site with most attempts, there of the
   * address with most, unless that site would then have fewer than the site of the new one. Then it
   * is the last one of the address with most within that site, unless the same is true of the two
   * addresses.
   */
  evictedFor(asker: Pick<A, 'address' | 'site' | 'account'>): A | 'full' | null {
    const { inAll, ofAddress, ofAccount } = this.#bounds
    if (sizeOf(this.#byAddress, asker.address) >= ofAddress) return 'full'
    const line = this.#of(asker.account).filter(({ state }) => state !== 'aside')
    if (line.length >= ofAccount) return lastOfLargest(sharesOf(line, 'site'), asker)
    if (this.#size >= inAll) return lastOfLargest(this.#bySite, asker)
    return null
  }

  add(attempt: A): void {
    this.#size += 1
    put(this.#byAddress, attempt.address, attempt)
    put(this.#bySite, attempt.site, attempt)
    if (attempt.account !== null) put(this.#byAccount, attempt.account, attempt)
  }

  /** Does nothing if it has left before. */
  remove(attempt: A): void {
    if (!this.#byAddress.get(attempt.address)?.has(attempt)) return
    this.#size -= 1
    takeOut(this.#byAddress, attempt.address, attempt)
    takeOut(this.#bySite, attempt.site, attempt)
    if (attempt.account !== null) takeOut(this.#byAccount, attempt.account, attempt)
  }

  /** Begins the next turn, if there is one; its address comes last from then on. */
  begin(): A | undefined {
    if (this.#atWork >= this.#bounds.atOnce) return undefined
    const next = takeRoundRobin(this.#byAddress, (attempts) => {
      for (const attempt of attempts) if (this.#mayGo(attempt)) return attempt
      return undefined
    })
    if (next === undefined) return undefined
    next.state = 'atWork'
    this.#atWork += 1
    return next
  }

  /** A turn is over; its attempt stays, aside. */
  end(attempt: A): void {
    attempt.state = 'aside'
    this.#atWork -= 1
  }

  #mayGo({ state, account }: A): boolean {
    return state === 'waiting' && !this.#of(account).some((other) => other.state === 'atWork')
  }

  #of(account: string | null): A[] {
    return account === null ? [] : [...(this.#byAccount.get(account) ?? [])]
  }
}

type Shares<A> = Map<string, Set<A>>

function lastOfLargest<A extends Attempt>(
  bySite: Shares<A>,
  { site, address }: Pick<A, 'address' | 'site'>,
): A | 'full' {
  const ofSite = largerShare(bySite, site)
  const attempts =
    ofSite.length > 0
      ? ofLargestAddress(ofSite)
      : largerShare(sharesOf(bySite.get(site) ?? [], 'address'), address)
  // Those that are aside have had a turn already, so the others leave first.
  const last = (state: A['state']) => attempts.findLast((one) => one.state === state)
  return last('waiting') ?? last('aside') ?? 'full'
}

/** The largest share; empty where it would have fewer than the own one, after one more of that. */
function largerShare<A>(shares: Shares<A>, own: string): A[] {
  let largest = new Set<A>()
  for (const share of shares.values()) if (share.size > largest.size) largest = share
  return largest.size > sizeOf(shares, own) + 1 ? [...largest] : []
}

/** Those of the address with most; of several with as many, those of each. */
function ofLargestAddress<A extends Attempt>(attempts: A[]): A[] {
  const shares = sharesOf(attempts, 'address')
  const most = Math.max(...[...shares.values()].map(({ size }) => size))
  return attempts.filter(({ address }) => sizeOf(shares, address) === most)
}

function sharesOf<A extends Attempt>(attempts: Iterable<A>, key: 'address' | 'site'): Shares<A> {
  const shares: Shares<A> = new Map()
  for (const attempt of attempts) put(shares, attempt[key], attempt)
  return shares
}

function sizeOf<A>(groups: Map<string, Set<A>>, key: string): number {
  return groups.get(key)?.size ?? 0
}

function put<A>(groups: Map<string, Set<A>>, key: string, one: A): void {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group.add(one))
}

function takeOut<A>(groups: Map<string, Set<A>>, key: string, one: A): void {
  const group = groups.get(key)
  group?.delete(one)
  if (group?.size === 0) groups.delete(key)
}
