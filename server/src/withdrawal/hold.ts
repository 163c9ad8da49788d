import { RESERVE_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import { SUSPENSE_ACCOUNT } from '@openmere/core/deposit/rules.ts';
import { availableAccount, heldAccount } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { Amount } from '@openmere/core/money/amount.ts';
import { findEntryByKey } from '../ledger/entries.ts';
import { postEntry } from '../ledger/post.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import type { Withdrawal } from './tables.ts';

const FEES: AccountName = 'fee:withdrawal';

/** The hold, under the member's own request. */
export const HOLD_KIND = 'withdrawal';
/** Its one end: settled or released. One kind and one key, so the ledger itself refuses a second end. */
export const END_KIND = 'withdrawal-end';
const END_ACTOR = 'system:withdrawal';

/** What is held of a deposit that goes back, until it is paid. */
const RETURNING_ACCOUNT: AccountName = 'suspense:returning';
const RETURN_KIND = 'deposit-return';

type Held = Pick<
  Withdrawal,
  'id' | 'member_id' | 'family_id' | 'request_id' | 'coin_id' | 'amount' | 'fee' | 'received' | 'deposit_id'
>;

/** Where the money of a payout comes from, where it is held, and under which entry: the member's own, or a deposit's in suspense. */
export function holdOf({
  id,
  member_id,
  request_id,
  deposit_id,
}: Omit<Held, 'amount' | 'fee' | 'received'>): {
  entry: { actor: string; kind: string; key: string };
  reference: string;
  source: AccountName;
  held: AccountName;
} {
  return deposit_id === null
    ? {
        entry: { actor: `member:${member_id}`, kind: HOLD_KIND, key: request_id },
        reference: id,
        source: availableAccount(member_id),
        held: heldAccount(member_id),
      }
    : {
        entry: { actor: 'system:deposit', kind: RETURN_KIND, key: id },
        reference: deposit_id,
        source: SUSPENSE_ACCOUNT,
        held: RETURNING_ACCOUNT,
      };
}

/** available → held (of a return: out of suspense), the whole amount. Refuses as the ledger does: keyconflict, locked, insufficient. */
export async function postHold(
  ctx: Pick<Ctx, 'tx'> & { onPosted?: OnPosted | undefined },
  row: Held & Pick<Withdrawal, 'address'>,
): Promise<void> {
  const { tx, onPosted } = ctx;
  const { entry, reference, source, held } = holdOf(row);
  await postEntry(
    tx,
    {
      ...entry,
      reference,
      // What the signer compares with the row: the journal cannot be changed, a row behind its triggers could.
      data: { address: row.address, received: formatAmount(row.received) },
      // A reset or a freeze holds up what is the member's; the signer looks at it for both.
      ...(row.deposit_id === null ? { outbound: { family: row.family_id } } : {}),
      postings: [
        {
          source,
          destination: held,
          asset: row.coin_id,
          amount: row.amount,
        },
      ],
    },
    onPosted ? { onPosted } : {},
  );
}

/** held → treasury (what arrived on chain) and held → fee. Once per withdrawal, instead of a release. */
export async function postSettlement(
  ctx: Pick<Ctx, 'tx'> & { onPosted?: OnPosted | undefined },
  row: Held,
): Promise<void> {
  const { held } = holdOf(row);
  const paid = { source: held, destination: RESERVE_ACCOUNT, asset: row.coin_id, amount: row.received };
  const fee = { source: held, destination: FEES, asset: row.coin_id, amount: row.fee };
  await postEnd(ctx, { row, outcome: 'settled', postings: row.fee > 0n ? [paid, fee] : [paid] });
}

/** held → where it came from, the whole amount. Once per withdrawal, instead of a settlement. */
export async function postRelease(
  ctx: Pick<Ctx, 'tx'> & { onPosted?: OnPosted | undefined },
  row: Held,
): Promise<void> {
  const { source, held } = holdOf(row);
  const back = {
    source: held,
    destination: source,
    asset: row.coin_id,
    amount: row.amount,
  };
  await postEnd(ctx, { row, outcome: 'released', postings: [back] });
}

async function postEnd(
  ctx: Pick<Ctx, 'tx'> & { onPosted?: OnPosted | undefined },
  {
    row,
    outcome,
    postings,
  }: {
    row: Held;
    outcome: string;
    postings: { source: AccountName; destination: AccountName; asset: string; amount: Amount }[];
  },
): Promise<void> {
  const { tx, onPosted } = ctx;
  const entry = {
    key: row.id,
    kind: END_KIND,
    reference: row.id,
    actor: END_ACTOR,
    data: { outcome },
    postings,
  };
  await postEntry(tx, entry, onPosted ? { onPosted } : {});
}

/**
 * Whether the journal holds exactly what the row says: amount, what is to arrive and where, for this member's request,
 * and has not ended. For the signer.
 */
export async function isHeld(ctx: ReadCtx, row: Held & Pick<Withdrawal, 'address'>): Promise<boolean> {
  const { tx } = ctx;
  const { entry, reference, source, held } = holdOf(row);
  const hold = await findEntryByKey(tx, entry);
  const end = await findEntryByKey(tx, { actor: END_ACTOR, kind: END_KIND, key: row.id });
  const [posting, ...others] = hold?.postings ?? [];
  return (
    end === undefined &&
    posting !== undefined &&
    others.length === 0 &&
    hold?.reference === reference &&
    hold.data?.['address'] === row.address &&
    hold.data['received'] === formatAmount(row.received) &&
    posting.asset === row.coin_id &&
    posting.amount === row.amount &&
    posting.source === source &&
    posting.destination === held
  );
}
