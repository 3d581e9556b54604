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
 * A bounded queue of attempts. Sites take turns, and so do the addresses of each, with their attempts
 * in the order in which they came; an account has one turn at a time. Attempts that are aside do not
 * count for the bound of their account.
 */
export class Lane<A extends Attempt> {
  readonly #bounds: Bounds
  readonly #sites: Sites<A> = new Map()
  readonly #byAccount: Groups<A> = new Map()
  #size = 0
  #atWork = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /**
   * Which attempt must leave to make room for a new one. null: none, there is room; 'full': none,
   * and the new one is refused. It is the last one of the site with most attempts, there of the
   * address with most, unless that site would then have fewer than the site of the new one. Then it
   * is the last one of the address with most within the site of the new one, unless the same is true
   * of the two addresses.
   */
  evictedFor(asker: Pick<A, 'address' | 'site' | 'account'>): A | 'full' | null {
    const { inAll, ofAddress, ofAccount } = this.#bounds
    if ((this.#sites.get(asker.site)?.get(asker.address)?.size ?? 0) >= ofAddress) return 'full'
    const line = this.#of(asker.account).filter(({ state }) => state !== 'aside')
    if (line.length >= ofAccount) return lastOfLargest(sitesOf(line), asker)
    if (this.#size >= inAll) return lastOfLargest(this.#sites, asker)
    return null
  }

  add(attempt: A): void {
    this.#size += 1
    putInSite(this.#sites, attempt)
    if (attempt.account !== null) put(this.#byAccount, attempt.account, attempt)
  }

  /** Does nothing if it has left before. */
  remove(attempt: A): void {
    const ofSite = this.#sites.get(attempt.site)
    if (!ofSite?.get(attempt.address)?.has(attempt)) return
    this.#size -= 1
    takeOut(ofSite, attempt.address, attempt)
    if (ofSite.size === 0) this.#sites.delete(attempt.site)
    if (attempt.account !== null) takeOut(this.#byAccount, attempt.account, attempt)
  }

  /** Begins the next turn, if there is one; its site and its address come last from then on. */
  begin(): A | undefined {
    if (this.#atWork >= this.#bounds.atOnce) return undefined
    const next = takeRoundRobin(this.#sites, (ofSite) =>
      takeRoundRobin(ofSite, (attempts) => {
        for (const attempt of attempts) if (this.#mayGo(attempt)) return attempt
        return undefined
      }),
    )
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

type Groups<A> = Map<string, Set<A>>
/** Of each site its attempts by their address. */
type Sites<A> = Map<string, Groups<A>>

function lastOfLargest<A extends Attempt>(
  sites: Sites<A>,
  { site, address }: Pick<A, 'address' | 'site'>,
): A | 'full' {
  const own: Groups<A> = sites.get(site) ?? new Map()
  let [largest, most] = [own, sizeOf(own) + 1]
  for (const ofSite of sites.values()) {
    const size = sizeOf(ofSite)
    if (size > most) [largest, most] = [ofSite, size]
  }
  const atLeast = largest === own ? (own.get(address)?.size ?? 0) + 2 : 1
  const attempts = ofLargestAddress(largest, atLeast)
  // Those that are aside have had a turn already, so the others leave first.
  const last = (state: A['state']) => attempts.findLast((one) => one.state === state)
  return last('waiting') ?? last('aside') ?? 'full'
}

/**
 * The attempts of the address with most, if it has `atLeast`; of several with as many, those of each.
 */
function ofLargestAddress<A>(ofSite: Groups<A>, atLeast: number): A[] {
  const shares = [...ofSite.values()]
  const most = Math.max(atLeast, ...shares.map(({ size }) => size))
  return shares.filter(({ size }) => size === most).flatMap((share) => [...share])
}

function sitesOf<A extends Attempt>(attempts: Iterable<A>): Sites<A> {
  const sites: Sites<A> = new Map()
  for (const attempt of attempts) putInSite(sites, attempt)
  return sites
}

function sizeOf<A>(ofSite: Groups<A>): number {
  let size = 0
  for (const ofAddress of ofSite.values()) size += ofAddress.size
  return size
}

function putInSite<A extends Attempt>(sites: Sites<A>, attempt: A): void {
  const ofSite: Groups<A> = sites.get(attempt.site) ?? new Map()
  sites.set(attempt.site, ofSite)
  put(ofSite, attempt.address, attempt)
}

function put<A>(groups: Groups<A>, key: string, one: A): void {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group.add(one))
}

function takeOut<A>(groups: Groups<A>, key: string, one: A): void {
  const group = groups.get(key)
  group?.delete(one)
  if (group?.size === 0) groups.delete(key)
}
