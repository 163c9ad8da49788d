import { buildTree, countTeams, sumTeams } from '@openmere/core/reward/tree.ts';
import { highestBelow } from '@openmere/core/team/highest.ts';
import { performanceStep } from '@openmere/core/team/rules.ts';
import type { DayRow, FigureRow } from './figure-store.ts';

export type NewMember = { serial: number; inviter: number | undefined; level: number; own: bigint };
type Figures = {
  own: BigInt64Array;
  total: BigInt64Array;
  large: BigInt64Array;
  members: Int32Array;
  highest: Uint8Array;
};

const SPARE = 1_024;

/** A longer copy, or the same. */
function grown<T extends Int32Array | BigInt64Array | Uint8Array>(column: T, length: number): T {
  if (column.length >= length) return column;
  const larger = new (column.constructor as new (size: number) => T)(Math.ceil(length * 1.25) + SPARE);
  (larger as Int32Array).set(column as Int32Array);
  return larger;
}

/**
 * All activated members in memory, in columns: some 60 bytes each. Inviters stand before those whom they invited. Performance is
 * in whole millionths of a USDT.
 */
export class TeamTree {
  #count = 0;
  /** Serial → index, plus one; 0 for who is not there. */
  #indexes = new Int32Array(0);
  #serials = new Int32Array(0);
  #inviters = new Int32Array(0);
  #levels = new Uint8Array(0);
  #own = new BigInt64Array(0);
  /** What the table says. */
  #stored: Figures;

  constructor() {
    this.#stored = this.#none();
  }

  has(serial: number): boolean {
    return (this.#indexes[serial] ?? 0) > 0;
  }

  /** `stored`: what the table has of them, or nothing. */
  add(member: NewMember, stored?: Omit<FigureRow, 'serial'>): void {
    const at = this.#count;
    this.#count += 1;
    this.#makeRoom(member.serial);
    this.#indexes[member.serial] = at + 1;
    this.#serials[at] = member.serial;
    this.#inviters[at] = member.inviter === undefined ? -1 : (this.#indexes[member.inviter] ?? 0) - 1;
    this.#levels[at] = member.level;
    this.#own[at] = member.own / performanceStep;
    // Nothing equals −1: who is new is written.
    this.#stored.members[at] = stored ? stored.members : -1;
    this.#stored.own[at] = (stored?.own ?? 0n) / performanceStep;
    this.#stored.total[at] = (stored?.total ?? 0n) / performanceStep;
    this.#stored.large[at] = (stored?.large ?? 0n) / performanceStep;
    this.#stored.highest[at] = stored?.highest ?? 0;
  }

  addOwn(serial: number, amount: bigint): void {
    const at = this.#indexOf(serial);
    this.#own[at] = (this.#own[at] ?? 0n) + amount / performanceStep;
  }

  setLevel(serial: number, level: number): void {
    this.#levels[this.#indexOf(serial)] = level;
  }

  /** Everybody's figures; answers those that differ from what the table has, and takes them for stored. */
  takeChanged(): FigureRow[] {
    const inviter = this.#inviters.subarray(0, this.#count);
    const own = this.#own.slice(0, this.#count);
    const tree = buildTree(inviter);
    const { team: total, largestLeg: large } = sumTeams(tree, own);
    const members = countTeams(tree);
    const highest = highestBelow(inviter, this.#levels.subarray(0, this.#count));
    const now: Figures = { own, total, large, members, highest };
    const changed: FigureRow[] = [];
    for (let at = 0; at < this.#count; at += 1)
      if (this.#differs(now, at)) changed.push(this.#rowOf(now, at));
    this.#stored = now;
    return changed;
  }

  /**
   * What a day brought to the upline of those who used something or were activated on it. Only these lines are walked, each
   * member of them once: a first count of many days takes as long as what it writes, not as many passes over everybody.
   */
  daysOf(day: number, own: ReadonlyMap<number, bigint>, activated: ReadonlySet<number>): DayRow[] {
    const line = this.#lineOf([...own.keys(), ...activated]);
    const rows = Array.from(line, (at): DayRow => {
      const serial = this.#serials[at] ?? 0;
      const used = (own.get(serial) ?? 0n) / performanceStep;
      return { serial: BigInt(serial), day, amount: 0n, own: used * performanceStep, newMembers: 0 };
    });
    const place = new Map(Array.from(line, (at, row) => [at, row]));
    // Those whom somebody invited stand after them.
    for (let row = line.length - 1; row >= 0; row -= 1) {
      const mine = rows[row];
      const above = rows[place.get(this.#inviters[line[row] ?? 0] ?? -1) ?? -1];
      if (!mine || !above) continue;
      above.amount += mine.amount + mine.own;
      above.newMembers += mine.newMembers + (activated.has(Number(mine.serial)) ? 1 : 0);
    }
    return rows.filter((row) => row.amount !== 0n || row.own !== 0n || row.newMembers !== 0);
  }

  /** These members and everybody above them, in order. */
  #lineOf(serials: readonly number[]): Int32Array {
    const line = new Set<number>();
    for (const serial of serials)
      for (let at = this.#indexOf(serial); at >= 0 && !line.has(at); at = this.#inviters[at] ?? -1)
        line.add(at);
    return Int32Array.from(line).sort();
  }

  /** These members' upline, at most `levels` up. */
  uplineOf(serials: Iterable<number>, levels: number): Set<number> {
    const upline = new Set<number>();
    for (const serial of serials) {
      let at = this.#inviters[this.#indexOf(serial)] ?? -1;
      for (let up = 0; up < levels && at >= 0; up += 1) {
        upline.add(this.#serials[at] ?? 0);
        at = this.#inviters[at] ?? -1;
      }
    }
    return upline;
  }

  #indexOf(serial: number): number {
    return (this.#indexes[serial] ?? 0) - 1;
  }

  #none(): Figures {
    return {
      own: new BigInt64Array(0),
      total: new BigInt64Array(0),
      large: new BigInt64Array(0),
      members: new Int32Array(0),
      highest: new Uint8Array(0),
    };
  }

  #makeRoom(serial: number): void {
    const length = this.#count;
    this.#indexes = grown(this.#indexes, serial + 1);
    this.#serials = grown(this.#serials, length);
    this.#inviters = grown(this.#inviters, length);
    this.#levels = grown(this.#levels, length);
    this.#own = grown(this.#own, length);
    const { own, total, large, members, highest } = this.#stored;
    this.#stored = {
      own: grown(own, length),
      total: grown(total, length),
      large: grown(large, length),
      members: grown(members, length),
      highest: grown(highest, length),
    };
  }

  #differs(now: Figures, at: number): boolean {
    const stored = this.#stored;
    return (
      now.members[at] !== stored.members[at] ||
      now.total[at] !== stored.total[at] ||
      now.own[at] !== stored.own[at] ||
      now.large[at] !== stored.large[at] ||
      now.highest[at] !== stored.highest[at]
    );
  }

  #rowOf(now: Figures, at: number): FigureRow {
    return {
      serial: BigInt(this.#serials[at] ?? 0),
      own: (now.own[at] ?? 0n) * performanceStep,
      total: (now.total[at] ?? 0n) * performanceStep,
      large: (now.large[at] ?? 0n) * performanceStep,
      members: now.members[at] ?? 0,
      highest: now.highest[at] ?? 0,
    };
  }
}
