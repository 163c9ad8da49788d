import type { RateLimit } from '@openmere/core/kit/call.ts';

/** Keys remembered at most; beyond that the least recently made ones are forgotten. */
const KEYS_MAX = 100_000;

/**
 * Token buckets by key, in the memory of one process: several api processes each allow the rate on their own. The
 * limits that protect secrets (codes, passwords) stand in the database besides.
 */
export class TokenBuckets {
  /** Per key the moment at which its bucket will be full again: one number says both tokens and time. */
  readonly #fullAt = new Map<string, number>();
  readonly #now: () => number;

  /** `now` in milliseconds, never going back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes one token. @returns 0 when there was one, else the milliseconds until there is one. */
  take(key: string, limit: RateLimit): number {
    const now = this.#now();
    const perToken = 60_000 / limit.perMinute;
    const fullAt = Math.max(this.#fullAt.get(key) ?? now, now);
    const wait = fullAt - now - (limit.burst - 1) * perToken;
    if (wait > 0) return Math.ceil(wait);
    if (this.#fullAt.size >= KEYS_MAX) this.#forgetOldest();
    this.#fullAt.set(key, fullAt + perToken);
    return 0;
  }

  #forgetOldest(): void {
    const oldest = this.#fullAt.keys().next().value;
    if (oldest !== undefined) this.#fullAt.delete(oldest);
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

/** Money goes before reading, reading before pictures, when there is too much of everything (T28). */
export type Lane = 'money' | 'read' | 'media';
export type LaneLimits = Readonly<Record<Lane, number>>;

/** Counts requests at work. A lane is shut when its own share, counted over all that is at work, is full. */
export class Lanes {
  readonly #limits: LaneLimits;
  #total = 0;
  #media = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  get atWork(): number {
    return this.#total;
  }

  /** @returns whether there was room; if so, `leave` must follow. */
  enter(lane: Lane): boolean {
    const busy = lane === 'media' ? this.#media : this.#total;
    if (busy >= this.#limits[lane]) return false;
    this.#total += 1;
    if (lane === 'media') this.#media += 1;
    return true;
  }

  leave(lane: Lane): void {
    this.#total -= 1;
    if (lane === 'media') this.#media -= 1;
  }
}
