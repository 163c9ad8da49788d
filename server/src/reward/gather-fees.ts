import { endOfDay } from '@openmere/core/kit/day.ts';
import { findAccountMember } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { Posting } from '@openmere/core/ledger/entry.ts';
import { divideFee } from '@openmere/core/swap/fee-shares.ts';
import type { FeeShare } from '@openmere/core/swap/fee-shares.ts';
import { listAssetsOf, readAccountRows } from '../ledger/account-rows.ts';
import type { AccountRow } from '../ledger/account-rows.ts';
import { findOwners } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { findFeeCursor, insertFeeCursor, insertFees } from './fee-store.ts';
import type { Fee } from './tables.ts';
import { findFeeTrades, isDivision } from './trade-fees.ts';
import type { FeeTrade } from './trade-fees.ts';

const REFERRAL: AccountName = 'pool:referral';
/** Fees that the ledger takes, and lie undivided until the day is settled. */
const ledgerFees = [
  { source: 'transfer', account: 'fee:transfer' },
  { source: 'withdrawal', account: 'fee:withdrawal' },
  { source: 'mall', account: 'fee:mall' },
] as const;
/** Rows of one statement. */
const PART = 10_000;

/**
 * Gathers the fee events of a day that no earlier settlement has, and says how what lies in the fee accounts is divided among the
 * pools (rulebook §10). A trade belongs to the day of its block; a fee of the ledger to the day at whose settlement it is there,
 * made before that day's end. Each account is read once, from where the settlement before it stopped.
 */
export async function gatherFees(
  ctx: Pick<Ctx, 'tx'>,
  { day, shares }: { day: number; shares: readonly FeeShare[] },
): Promise<Posting[]> {
  const { tx } = ctx;
  await gatherSwapFees(tx, day);
  const postings: Posting[] = [];
  for (const { source, account } of ledgerFees) {
    for (const asset of await listAssetsOf(tx, account)) {
      const rows = await readNew(tx, { account, asset, day }, (row) => isBefore(row.time, day));
      const parts = new Map<AccountName, bigint>();
      const fees = rows.map((row): Fee => {
        // What no member paid has no line above it, like a trade of a wallet that is nobody's.
        const payer = findAccountMember(row.other) ?? row.other;
        const divided = divideFee(row.amount, shares);
        for (const { pool, amount } of divided) parts.set(pool, (parts.get(pool) ?? 0n) + amount);
        const part = divided.find(({ pool }) => pool === REFERRAL)?.amount ?? 0n;
        const { reference, amount: fee, time: at } = row;
        return { source, reference, day, payer, coin_id: asset, fee, part, at };
      });
      await writeFees(tx, fees);
      for (const [destination, amount] of parts)
        postings.push({ source: account, destination, asset, amount });
    }
  }
  return postings;
}

async function gatherSwapFees(tx: Tx, day: number): Promise<void> {
  for (const asset of await listAssetsOf(tx, REFERRAL)) {
    let trades: ReadonlyMap<string, FeeTrade> = new Map();
    const rows = await readNew(
      tx,
      { account: REFERRAL, asset, day },
      (row) => {
        const trade = trades.get(row.reference);
        return trade === undefined || isBefore(trade.at, day);
      },
      async (all) => {
        trades = await findFeeTrades({ tx }, all);
      },
    );
    const paying = rows.filter((row) => isDivision(row) && trades.has(row.reference));
    const owners = new Map<string, string>();
    const addresses = [...new Set([...trades.values()].map(({ address }) => address))];
    for (let from = 0; from < addresses.length; from += PART)
      for (const [address, id] of await findOwners(tx, addresses.slice(from, from + PART)))
        owners.set(address, id);
    await writeFees(
      tx,
      paying.flatMap((row): Fee[] => {
        const trade = trades.get(row.reference);
        if (!trade) return [];
        const { address, fee, at } = trade;
        const payer = owners.get(address) ?? address;
        const { reference, amount: part } = row;
        return [{ source: 'swap', reference, day, payer, coin_id: asset, fee, part, at }];
      }),
    );
  }
}

/** Incoming rows that are new, up to the first of a later day, whose settlement begins there: none is ever read twice. */
async function readNew(
  tx: Tx,
  { account, asset, day }: { account: AccountName; asset: string; day: number },
  isOfDay: (row: AccountRow) => boolean,
  lookUp?: (rows: readonly AccountRow[]) => Promise<void>,
): Promise<AccountRow[]> {
  const after = await findFeeCursor(tx, { account, coinId: asset, day });
  const { rows, last } = await readAccountRows(tx, { account, asset, after });
  await lookUp?.(rows);
  const later = rows.findIndex((row) => !isOfDay(row));
  const taken = later < 0 ? rows : rows.slice(0, later);
  const cursor = later < 0 ? last : (taken.at(-1)?.row ?? after);
  await insertFeeCursor(tx, { account, coin_id: asset, day, row_id: cursor });
  return taken.filter((row) => row.income);
}

const isBefore = (time: Date, day: number): boolean => time.getTime() < endOfDay(day);

async function writeFees(tx: Tx, fees: readonly Fee[]): Promise<void> {
  for (let from = 0; from < fees.length; from += PART) await insertFees(tx, fees.slice(from, from + PART));
}
