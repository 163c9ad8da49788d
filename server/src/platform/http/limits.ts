import type { RateLimit } from '@openmere/core/kit/call.ts';

/** Keys of one generation at most; with the generation before it no more than twice as many are remembered. */
const KEYS_MAX = 50_000;
const GENERATION_MS = 60_000;

/**
 * Token buckets by key, in the memory of one process: several api processes each allow the rate on their own. The
 * limits that protect secrets (codes, passwords) stand in the database besides.
 */
export class TokenBuckets {
  /** Per key the moment at which its bucket will be full again: one number says both tokens and time. */
  #young = new Map<string, number>();
  /** The generation before: forgotten with the next one, so that memory comes back after a flood. */
  #old = new Map<string, number>();
  #since: number;
  readonly #now: () => number;

  /** `now` in milliseconds, never going back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /** Keys remembered. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** Takes one token. @returns 0 when there was one, else the milliseconds until there is one. */
  take(key: string, limit: RateLimit): number {
    const now = this.#now();
    const isLong = now - this.#since >= GENERATION_MS;
    if (isLong || this.#young.size >= KEYS_MAX) this.#turnOver(now, isLong);
    const perToken = 60_000 / limit.perMinute;
    const fullAt = Math.max(this.#young.get(key) ?? this.#old.get(key) ?? now, now);
    const wait = fullAt - now - (limit.burst - 1) * perToken;
    if (wait > 0) return Math.ceil(wait);
    this.#young.set(key, fullAt + perToken);
    return 0;
  }

  /** A new generation. A bucket that is not full yet is taken along, unless too many keys came in too short a time. */
  #turnOver(now: number, takesAlong: boolean): void {
    const before = this.#old;
    this.#old = this.#young;
    this.#young = new Map();
    this.#since = now;
    if (!takesAlong) return;
    for (const [key, fullAt] of before) {
      if (fullAt > now && !this.#old.has(key)) this.#young.set(key, fullAt);
    }
  }
}

/** What one caller is: an IPv4 address, or the /64 that one IPv6 customer gets. */
export function addressPrefix(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  while (ip.includes('::') && groups.length + after.length < 8) groups.push('0');
  const full = [...groups, ...after].slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
  return `${full.join(':')}::/64`;
}

export function isLoopback(ip: string): boolean {
  return ip === '::1' || /^(::ffff:)?127\./i.test(ip);
}

/**
 * Who gives way to whom when there is too much of everything (T28): `money` (what moves some, and operators), `member` (one's
 * own, signed in), `entry` (logins, and whatever sets a password), `open` (what else strangers may ask), `media`.
 */
export type Lane = 'money' | 'member' | 'entry' | 'open' | 'media';
export type LaneLimits = Readonly<Record<Lane, number>>;

/**
 * Counts requests at work. Each lane has its own places, so that no flood in one fills another. Some may wait for a place:
 * strangers' questions are many and short, and with few of them at work each turn of the event loop is short for all others.
 */
export class Lanes {
  readonly #limits: LaneLimits;
  readonly #waitingMax: Partial<LaneLimits>;
  readonly #atWork: Record<Lane, number> = { money: 0, member: 0, entry: 0, open: 0, media: 0 };
  readonly #waiting = new Map<Lane, (() => void)[]>();

  constructor(limits: LaneLimits, waitingMax: Partial<LaneLimits> = {}) {
    this.#limits = limits;
    this.#waitingMax = waitingMax;
  }

  get atWork(): number {
    return Object.values(this.#atWork).reduce((sum, count) => sum + count, 0);
  }

  /** @returns whether there was room; if so, `leave` must follow. */
  enter(lane: Lane): boolean {
    if (this.#atWork[lane] >= this.#limits[lane]) return false;
    this.#atWork[lane] += 1;
    return true;
  }

  /** The same, and waits in line where the lane has one with room. */
  async enterInTurn(lane: Lane): Promise<boolean> {
    if (this.enter(lane)) return true;
    const line = this.#waiting.get(lane) ?? [];
    if (line.length >= (this.#waitingMax[lane] ?? 0)) return false;
    this.#waiting.set(lane, line);
    // Whoever leaves hands the place on, so the count does not change.
    await new Promise<void>((resolve) => line.push(resolve));
    return true;
  }

  leave(lane: Lane): void {
    const next = this.#waiting.get(lane)?.shift();
    if (next) next();
    else this.#atWork[lane] -= 1;
  }
}
