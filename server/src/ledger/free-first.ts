import type { Request } from './group.ts';

/**
 * Which requests of a group can be posted while somebody else holds some accounts: those that touch none of them, and take
 * from no account that an earlier one, left over, takes from too. So whoever spends from one account keeps their order.
 * @param isBusy by `accountKey`.
 */
export function chooseFree(requests: readonly Request[], isBusy: (key: string) => boolean): boolean[] {
  const behind = new Set<string>();
  return requests.map((request) => {
    const { sources } = request;
    const touchesBusy = request.legs.some(({ source, destination }) => isBusy(source) || isBusy(destination));
    const isFree = !touchesBusy && !sources.some((key) => behind.has(key));
    if (!isFree) for (const key of sources) behind.add(key);
    return isFree;
  });
}

type Pause = { until: number; tries: number };
type Held<T> = { item: T; place: number; since: number | undefined };

const FIRST_PAUSE_MS = 2;
const PAUSE_MS_MAX = 100;

/**
 * What waits to be posted, in order of arrival. An entry that was left over stays at its place and is tried again after a
 * pause that grows to a tenth of a second; what takes from the same account waits behind it, all else passes.
 */
export class GroupQueue<T extends Request> {
  #waiting: Held<T>[] = [];
  #last = 0;
  readonly #taken = new Map<T, Held<T>>();
  readonly #pauses = new Map<string, Pause>();

  get length(): number {
    return this.#waiting.length;
  }

  push(item: T): void {
    this.#last += 1;
    this.#waiting.push({ item, place: this.#last, since: undefined });
  }

  /** Takes the next group: at most so many entries and postings, of which no more than half were left over before. */
  take(now: number, entriesMax: number, postingsMax: number): T[] {
    const behind = new Set<string>();
    const group: T[] = [];
    const rest: Held<T>[] = [];
    let postings = 0;
    let retries = 0;
    for (const [index, held] of this.#waiting.entries()) {
      postings += held.item.entry.postings.length;
      if (group.length >= entriesMax || postings > postingsMax) {
        for (let later = index; later < this.#waiting.length; later += 1)
          rest.push(this.#waiting[later] as Held<T>);
        break;
      }
      const { sources } = held.item;
      const pauses = this.#pauses.size === 0 ? [] : sources.flatMap((key) => this.#pauses.get(key) ?? []);
      const mayGo =
        (behind.size === 0 || sources.every((key) => !behind.has(key))) &&
        (pauses.length === 0 || (pauses.every(({ until }) => until <= now) && retries < entriesMax / 2));
      if (mayGo) {
        group.push(held.item);
        this.#taken.set(held.item, held);
      } else {
        rest.push(held);
        postings -= held.item.entry.postings.length;
      }
      if (mayGo && pauses.length === 0) continue;
      retries += mayGo ? 1 : 0;
      // One goes ahead to see whether the account is free again; the others follow once it passed.
      for (const key of sources) behind.add(key);
    }
    this.#waiting = rest;
    return group;
  }

  /** It was answered or given up: what waited behind it may go. */
  done(item: T): void {
    this.#taken.delete(item);
    if (this.#pauses.size > 0) for (const key of item.sources) this.#pauses.delete(key);
  }

  /** These were left over: back to their places. */
  putBack(items: readonly T[], now: number): void {
    const back = items.flatMap((item) => this.#taken.get(item) ?? []);
    for (const held of back) {
      held.since ??= now;
      this.#taken.delete(held.item);
    }
    for (const key of new Set(back.flatMap(({ item }) => item.sources))) {
      const tries = this.#pauses.get(key)?.tries ?? 0;
      const pauseMs = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** tries);
      this.#pauses.set(key, { until: now + pauseMs, tries: tries + 1 });
    }
    if (back.length > 0) this.#waiting = [...back, ...this.#waiting].sort((a, b) => a.place - b.place);
  }

  /** These were taken and did not leave: back to their places, as if nothing had been. */
  giveBack(items: readonly T[]): void {
    const back = items.flatMap((item) => this.#taken.get(item) ?? []);
    for (const { item } of back) this.#taken.delete(item);
    this.#waiting = [...back, ...this.#waiting].sort((a, b) => a.place - b.place);
  }

  /** For how long an entry of the group under way has been left over; 0 when it never was. */
  leftForMs(item: T, now: number): number {
    return now - (this.#taken.get(item)?.since ?? now);
  }

  /** Milliseconds until something may be tried; undefined when nothing waits. */
  pause(now: number): number | undefined {
    if (this.#waiting.length === 0) return undefined;
    let soonest = PAUSE_MS_MAX;
    if (this.#pauses.size === 0) return 0;
    for (const {
      item: { sources },
    } of this.#waiting) {
      const until = Math.max(now, ...sources.map((key) => this.#pauses.get(key)?.until ?? now));
      soonest = Math.min(soonest, until - now);
      if (soonest <= 0) return 0;
    }
    return soonest;
  }
}
