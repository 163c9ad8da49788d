import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { JournalEntry, Posting } from '@openmere/core/ledger/entry.ts';
import { postingsMax } from '@openmere/core/ledger/entry.ts';
import { endOfDay } from '@openmere/core/kit/day.ts';
import { divideYield } from '@openmere/core/reward/yield.ts';
import type { PowerHolder, YieldRow } from '@openmere/core/reward/yield.ts';
import { balanceOf } from '../ledger/balances.ts';
import { listEquity, listHolders } from '../liquidity/equity-store.ts';
import { spendMany } from '../liquidity/spend-many.ts';
import { listFamilies, listGenealogy } from '../member/genealogy-store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import type { PowerRow } from './power-source.ts';
import { insertRewards, listYield, sumUnclaimed } from './reward-store.ts';
import { runSettlement } from './run-steps.ts';
import type { Serials } from './run-steps.ts';
import { insertSums, lockSettlement, saveCredited } from './settlement-store.ts';
import type { SettleDeps } from './sources.ts';
import type { NewReward, Settlement } from './tables.ts';

/** Rewards of one transaction: short enough that transfers pass in between. */
const BATCH = 4_000;

/**
 * Settles a day's yield (rulebook §9): decided at once, reserved in USDT at once, then credited in batches, each a transaction that
 * takes the EQUITY and the power and notes how far it is. Yield of dynamic and bonus power waits to be claimed; its EQUITY is used
 * now, its power by the claim.
 */
export async function settleYield(ctx: SettleDeps, day: number): Promise<void> {
  const of = { pool: 'yield', period: day, days: 1 } as const;
  await runSettlement(ctx, {
    of,
    steps: {
      write: (tx) => writeDay(ctx, tx, day),
      credit: (settlement) => creditAll(ctx, settlement),
    },
  });
}

async function writeDay({ sources }: SettleDeps, tx: Tx, day: number): Promise<Serials> {
  const settings = await readSettings(tx);
  const pool = await balanceOf(tx, 'pool:yield', 'USDT');
  const members = await listGenealogy(tx);
  const persons = await readPersons(tx, members);
  const unclaimed = {
    dynamic: new Map((await sumUnclaimed(tx, 'dynamic')).map((one) => [one.member_id, one.amount])),
    bonus: new Map((await sumUnclaimed(tx, 'bonus')).map((one) => [one.member_id, one.amount])),
  };
  const powers = new Map(
    (await sources.power.listPower(tx, { at: new Date(endOfDay(day)) })).map((one) => [one.memberId, one]),
  );
  const holders = members.flatMap(({ id, activated, exit_only: exitOnly }, member): PowerHolder[] => {
    const power = powers.get(id);
    if (!power || !activated || exitOnly) return [];
    return [
      {
        member,
        person: persons.numberOf(id),
        personal: power.personal,
        // What is claimable is spoken for: claiming it uses that power up.
        dynamic: power.dynamic - (unclaimed.dynamic.get(id) ?? 0n),
        bonus: power.bonus - (unclaimed.bonus.get(id) ?? 0n),
      },
    ];
  });
  const rule = {
    poolBps: settings.rewardYieldPoolBps,
    powerBps: settings.rewardYieldPowerBps,
    needed: { threshold: settings.mintingThreshold, inclusive: settings.mintingThresholdInclusive },
  };
  const { rows, paid, budget, activePower } = divideYield({ pool, holders, equity: persons.equity, rule });
  const powerOf = new Map(holders.map((holder) => [holder.member, holder]));
  const rewards = rows.flatMap((row) => {
    const memberId = members[row.member]?.id ?? '';
    return rewardsOf(row, { memberId, day, budget, activePower, holder: powerOf.get(row.member) });
  });
  const serials = await insertRewards(tx, rewards);
  if (paid > 0n) {
    const poy = rows.reduce((sum, row) => sum + row.personal, 0n);
    const none = { leadership: 0n, contribution: 0n, market_value: 0n };
    const sum = { pool: 'yield', period: day, coin_id: 'USDT', funded: pool, poy, due: paid - poy } as const;
    await insertSums(tx, [{ ...sum, ...none }]);
  }
  return serials;
}

/** A person's accounts draw on one EQUITY: the person of each member by number, and what each person has. */
async function readPersons(tx: Tx, members: readonly { id: string; person_id: string }[]) {
  const holders = new Map((await listHolders(tx)).map(({ memberId, personId }) => [memberId, personId]));
  const main = new Map(members.map((member) => [member.id, member.person_id]));
  const numbers = new Map(members.map(({ id }, number) => [id, number]));
  const personOf = (memberId: string): string => holders.get(memberId) ?? main.get(memberId) ?? memberId;
  const equity = new Map<number, bigint>();
  for (const { personId, left } of await listEquity(tx)) equity.set(numbers.get(personId) ?? -1, left);
  return { numberOf: (memberId: string) => numbers.get(personOf(memberId)) ?? -1, equity };
}

type Facts = {
  memberId: string;
  day: number;
  budget: bigint;
  activePower: bigint;
  holder: PowerHolder | undefined;
};

/** Up to three: by the kind of power. `weight` is the power that took part, `base` what the pool gave out. */
function rewardsOf(row: YieldRow, { memberId, day, budget, activePower, holder }: Facts): NewReward[] {
  const common = {
    member_id: memberId,
    coin_id: 'POY',
    pool: 'yield',
    period: day,
    payer: null,
    level: null,
    rate_bps: null,
    already_bps: null,
    base: budget,
    weight_total: activePower,
    reason: null,
    missing: null,
    at: new Date(endOfDay(day)),
    key: null,
  };
  const kinds = [
    { kind: 'yield', power: 'personal', status: 'claimed' },
    { kind: 'dynamic', power: 'dynamic', status: 'claimable' },
    { kind: 'bonus', power: 'bonus', status: 'claimable' },
  ] as const;
  return kinds.flatMap(({ kind, power, status }) =>
    row[power] === 0n ? [] : [{ ...common, kind, amount: row[power], status, weight: holder?.[power] ?? 0n }],
  );
}

async function creditAll(
  deps: SettleDeps,
  { pool, period, first_serial: first, last_serial: last, credited_serial: credited }: Settlement,
): Promise<void> {
  if (first === null || last === null) return;
  for (let from = (credited ?? first - 1n) + 1n; from <= last; from += BigInt(BATCH)) {
    if (deps.signal?.aborted === true)
      throw new Error('the settler stops: the rest is credited after its next start');
    const to = from + BigInt(BATCH) - 1n < last ? from + BigInt(BATCH) - 1n : last;
    await inTransaction(deps.db, async (tx) => {
      const now = await lockSettlement(tx, { pool, period });
      // Another settler was faster.
      if ((now?.credited_serial ?? first - 1n) >= to) return;
      await creditBatch(deps, tx, { day: period, from, to });
      await saveCredited(tx, { pool, period }, to);
    });
    deps.onStep?.('batch');
  }
}

/** Lock order: settlement, persons, lots of power, the ledger. */
async function creditBatch(
  { sources, post }: SettleDeps,
  tx: Tx,
  { day, from, to }: { day: number; from: bigint; to: bigint },
): Promise<void> {
  const rows = await listYield(tx, { from, to });
  if (rows.length === 0) return;
  const ids = [...new Set(rows.map((row) => row.member_id))];
  const persons = await listFamilies(tx, ids);
  for (const { memberId, personId } of await listHolders(tx, ids)) persons.set(memberId, personId);
  const spent = new Map<string, bigint>();
  for (const row of rows) {
    const person = persons.get(row.member_id) ?? row.member_id;
    spent.set(person, (spent.get(person) ?? 0n) + row.amount);
  }
  const equity = await spendMany({ tx }, spent);
  const personal = rows.filter((row) => row.kind === 'yield');
  const used = personal.map(({ member_id: memberId, amount }): PowerRow => ({
    memberId,
    kind: 'personal',
    amount,
  }));
  await sources.power.usePower(tx, { rows: used, key: `yield:${day}`, at: new Date(endOfDay(day)) });
  const credits = personal.map(({ member_id: memberId, amount }): Posting => {
    return { source: 'world', destination: availableAccount(memberId), asset: 'POY', amount };
  });
  await post(tx, entriesOf([...[...equity.values()].flat(), ...credits], `yield:${day}:${from}`));
}

/** As few entries as the ledger takes: what is posted together needs one key. */
function entriesOf(postings: readonly Posting[], key: string): JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (let at = 0; at < postings.length; at += postingsMax) {
    entries.push({
      key: `${key}:${at}`,
      kind: 'reward-credit',
      reference: key,
      actor: 'system:settlement',
      postings: postings.slice(at, at + postingsMax),
    });
  }
  return entries;
}
