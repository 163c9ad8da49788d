import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { TokenBuckets } from '../http/limits.ts';

/** One open socket of a member. `sent` is the number of the last message that was written to it. */
export type Connection = {
  readonly ws: WebSocket;
  readonly wire: Duplex;
  readonly memberId: string;
  readonly sessionId: string;
  readonly address: string;
  sent: bigint;
  heardAt: number;
};

export const PER_ADDRESS_MAX = 20;
export const PER_MEMBER_MAX = 10;
/** Upgrades of one address; far more than its places need, whoever comes and goes. */
const UPGRADES = { perMinute: 300, burst: 100 };

/** All open sockets of this process, found by member, session and address. */
export class Connections {
  readonly #all = new Set<Connection>();
  readonly #byMember = new Map<string, Set<Connection>>();
  readonly #byAddress = new Map<string, number>();
  readonly #upgrades = new TokenBuckets();

  get size(): number {
    return this.#all.size;
  }

  all(): Iterable<Connection> {
    return this.#all;
  }

  memberIds(): Iterable<string> {
    return this.#byMember.keys();
  }

  ofMember(memberId: string): ReadonlySet<Connection> {
    return this.#byMember.get(memberId) ?? new Set();
  }

  /** Counts a newcomer of an address before its ticket is looked at. @returns whether there was room. */
  admit(address: string): boolean {
    const open = this.#byAddress.get(address) ?? 0;
    if (open >= PER_ADDRESS_MAX || this.#upgrades.take(address, UPGRADES) > 0) return false;
    this.#byAddress.set(address, open + 1);
    return true;
  }

  release(address: string): void {
    const open = (this.#byAddress.get(address) ?? 1) - 1;
    if (open > 0) this.#byAddress.set(address, open);
    else this.#byAddress.delete(address);
  }

  add(connection: Connection): void {
    this.#all.add(connection);
    const own = this.#byMember.get(connection.memberId);
    if (own) own.add(connection);
    else this.#byMember.set(connection.memberId, new Set([connection]));
  }

  remove(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    this.release(connection.address);
    const own = this.#byMember.get(connection.memberId);
    own?.delete(connection);
    if (own?.size === 0) this.#byMember.delete(connection.memberId);
  }
}
