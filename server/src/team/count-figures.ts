import { teamMoved } from '@openmere/core/team/contract.ts';
import type { DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { toMembers } from '../platform/outbox.ts';
import {
  addDays,
  beginSnapshot,
  dropChanges,
  findActivated,
  listActivated,
  listIds,
  listOwnDays,
  lockRound,
  nextRound,
  saveFigures,
  takeChanges,
} from './figure-store.ts';
import type { ActivatedRow, Change, DayRow } from './figure-store.ts';
import { TeamTree } from './team-tree.ts';

/** Changes counted in one round; more come with the next. */
const CHANGES = 20_000;
const PAGE = 50_000;
const WRITE = 20_000;
/** So many levels up are told at once that their team moved; whoever is above reads it with the next look. */
const TOLD_LEVELS = 20;
const TOLD_AT_ONCE = 5_000;

/** What happened on a day, by serial of who did it. */
type DayChange = { own: Map<number, bigint>; activated: Set<number> };

/**
 * Keeps everybody's team figures: the whole tree in memory, counted anew in one pass whenever something changed, and only what
 * differs is written. A round is one transaction with the changes that it takes, so each is counted once; a process that was
 * not the last to count reads the tree again.
 */
export class FigureCount {
  readonly #db: Db;
  #tree: TeamTree | undefined;
  #round = -1n;

  constructor({ db }: DbCtx) {
    this.#db = db;
  }

  /** Counts until nothing has changed. @returns how many changes were counted. */
  async count(signal?: AbortSignal): Promise<number> {
    let counted = 0;
    while (signal?.aborted !== true) {
      const taken = await this.#countOnce();
      counted += taken;
      if (taken === 0) break;
    }
    return counted;
  }

  async #countOnce(): Promise<number> {
    // Kept only when the transaction is: after a failure everything is read again.
    const before = { tree: this.#tree, round: this.#round };
    this.#tree = undefined;
    const { tree, round, taken, touched } = await inTransaction(this.#db, async (tx) => {
      await beginSnapshot(tx);
      const stored = await lockRound(tx);
      const isKnown = before.tree !== undefined && before.round === stored;
      const tree = isKnown && before.tree ? before.tree : new TeamTree();
      before.tree = undefined;
      const fresh = isKnown ? [] : await readTree(tx, tree);
      const changes = await takeChanges(tx, CHANGES);
      if (fresh.length + changes.length === 0)
        return { tree, round: stored, taken: 0, touched: new Set<number>() };
      const touched = await countChanges(tx, tree, { fresh, changes });
      await nextRound(tx);
      return { tree, round: stored + 1n, taken: fresh.length + changes.length, touched };
    });
    this.#tree = tree;
    this.#round = round;
    await announceToUpline(this.#db, tree, touched);
    return taken;
  }
}

/** Reads all activated members; answers those without figures, who are not in the tree yet. */
async function readTree(tx: Tx, tree: TeamTree): Promise<ActivatedRow[]> {
  const fresh: ActivatedRow[] = [];
  for (let after = 0n; ;) {
    const rows = await listActivated(tx, after, PAGE);
    for (const row of rows) {
      const { own, total, large, members, highest } = row;
      if (own === null || total === null || large === null || members === null || highest === null)
        fresh.push(row);
      else tree.add(memberOf(row, own), { own, total, large, members, highest });
    }
    after = rows.at(-1)?.serial ?? after;
    if (rows.length < PAGE) return fresh;
  }
}

function memberOf({ serial, inviter, level }: ActivatedRow, own: bigint) {
  return { serial: Number(serial), inviter: inviter === null ? undefined : Number(inviter), level, own };
}

/** @returns who did something. */
async function countChanges(
  tx: Tx,
  tree: TeamTree,
  { fresh, changes }: { fresh: readonly ActivatedRow[]; changes: readonly Change[] },
): Promise<Set<number>> {
  const days = new Map<number, DayChange>();
  const touched = await addMembers(tx, tree, days, await namedIn(tx, tree, fresh, changes));
  for (const { serial, day, amount } of changes) {
    const who = Number(serial);
    // Whoever is new came with all that they ever did; whoever is not activated yet will.
    if (day === null || touched.has(who) || !tree.has(who)) continue;
    tree.addOwn(who, amount);
    addTo(dayOf(days, day).own, who, amount);
  }
  for (const { serial } of changes) if (tree.has(Number(serial))) touched.add(Number(serial));
  const figures = tree.takeChanged();
  for (let at = 0; at < figures.length; at += WRITE) await saveFigures(tx, figures.slice(at, at + WRITE));
  for (const [day, { own, activated }] of days) await writeDay(tx, tree.daysOf(day, own, activated));
  return touched;
}

/** The new members, whoever named them, and the new levels of those who are there. In the order of registration. */
async function namedIn(
  tx: Tx,
  tree: TeamTree,
  fresh: readonly ActivatedRow[],
  changes: readonly Change[],
): Promise<ActivatedRow[]> {
  const known = new Set(fresh.map(({ serial }) => serial));
  const named = [...new Set(changes.map(({ serial }) => serial))].filter((serial) => !known.has(serial));
  const found = await findActivated(tx, named);
  for (const { serial, level } of found) if (tree.has(Number(serial))) tree.setLevel(Number(serial), level);
  return [...fresh, ...found.filter(({ serial }) => !tree.has(Number(serial)))].sort((a, b) =>
    a.serial < b.serial ? -1 : 1,
  );
}

/** Takes new members up with all that they ever did. */
async function addMembers(
  tx: Tx,
  tree: TeamTree,
  days: Map<number, DayChange>,
  fresh: readonly ActivatedRow[],
): Promise<Set<number>> {
  for (const row of fresh) {
    tree.add(memberOf(row, 0n));
    dayOf(days, row.day).activated.add(Number(row.serial));
  }
  for (let at = 0; at < fresh.length; at += PAGE) {
    const serials = fresh.slice(at, at + PAGE).map(({ serial }) => serial);
    for (const { serial, day, amount } of await listOwnDays(tx, serials)) {
      tree.addOwn(Number(serial), amount);
      addTo(dayOf(days, day).own, Number(serial), amount);
    }
    // Of the same snapshot: what is beyond this round's changes is in those sums already.
    await dropChanges(tx, serials);
  }
  return new Set(fresh.map(({ serial }) => Number(serial)));
}

function dayOf(days: Map<number, DayChange>, day: number): DayChange {
  const found = days.get(day) ?? { own: new Map<number, bigint>(), activated: new Set<number>() };
  days.set(day, found);
  return found;
}

function addTo(sums: Map<number, bigint>, who: number, amount: bigint): void {
  sums.set(who, (sums.get(who) ?? 0n) + amount);
}

async function writeDay(tx: Tx, rows: readonly DayRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += WRITE) await addDays(tx, rows.slice(at, at + WRITE));
}

/**
 * Not in the round's snapshot: whoever tells one of these members anything meanwhile counts up the same row of theirs, and
 * each time the round would be broken off. What is lost where the process ends between is a hint: the next look shows the figures.
 */
async function announceToUpline(db: Db, tree: TeamTree, touched: ReadonlySet<number>): Promise<void> {
  // A first count of an old installation is no news.
  if (touched.size > CHANGES) return;
  const upline = [...tree.uplineOf(touched, TOLD_LEVELS)].map(BigInt);
  for (let at = 0; at < upline.length; at += TOLD_AT_ONCE) {
    await inTransaction(db, async (tx) => {
      const ids = await listIds(tx, upline.slice(at, at + TOLD_AT_ONCE));
      await toMembers(
        tx,
        teamMoved,
        ids.map((memberId) => ({ memberId, data: {} })),
      );
    });
  }
}
