import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { userBalanceRecord } from '@openmere/core/asset/contract.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { isCoinId } from '@openmere/core/money/coin.ts';
import { readStatement } from '../ledger/statement.ts';
import type { StatementRecord } from '../ledger/statement.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { hasText, translate } from '../platform/text.ts';

const PAGE_SIZE = 20;
/** With a kind filter this many pages of the statement are looked through for one answer; the cursor leads on. */
const PAGES_MAX = 10;

/**
 * Ledger records of a coin, newest first, of what is free: money that a withdrawal holds leaves it when it is asked for and
 * comes back when it is refused. Refusal: asset.badcoin.
 */
export async function listRecords(
  tx: Tx,
  _now: Date,
  actor: MemberActor,
  input: CallParsed<typeof userBalanceRecord>,
): Promise<CallResult<typeof userBalanceRecord>> {
  const { coinid, kind, pageSize: limit = PAGE_SIZE } = input;
  if (!isCoinId(coinid)) throw new Refusal('asset.badcoin', { coin: coinid });
  const account = availableAccount(actor.id);
  const records: StatementRecord[] = [];
  let cursor = input.cursor;
  for (let pages = 0; pages < PAGES_MAX && records.length === 0; pages += 1) {
    const page = await readStatement(tx, {
      account,
      asset: coinid,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    records.push(...page.records.filter((record) => kind === undefined || record.kind === kind));
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  const list = records.map((record) => ({
    id: record.entryId,
    time: record.time.toISOString(),
    kind: record.kind,
    amount: formatAmount(record.amount),
    balanceafter: formatAmount(record.balanceAfter),
    reference: record.reference,
    description: describe(actor.from.locale, record),
  }));
  return cursor === undefined ? { list } : { list, cursor };
}

/** Kind and direction in words: `asset.record.<kind>.in` or `.out`; what has no words of its own is "received" or "sent". */
function describe(locale: Locale, { kind, amount }: StatementRecord): string {
  const direction = amount < 0n ? 'out' : 'in';
  const key = `asset.record.${kind}.${direction}`;
  return translate(locale, hasText('en', key) ? key : `asset.record.other.${direction}`);
}
