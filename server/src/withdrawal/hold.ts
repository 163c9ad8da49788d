import { reserveAccount } from '@openmere/core/chain/reserve-account.ts';
import { availableAccount, heldAccount } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { Amount } from '@openmere/core/money/amount.ts';
import { findEntryByKey } from '../ledger/entries.ts';
import { postEntry } from '../ledger/post.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import type { Withdrawal } from './tables.ts';

const fees: AccountName = 'fee:withdrawal';

/** The hold, under the member's own request. */
export const holdKind = 'withdrawal';
/** Its one end: settled or released. One kind and one key, so the ledger itself refuses a second end. */
export const endKind = 'withdrawal-end';
const endActor = 'system:withdrawal';

type Held = Pick<
  Withdrawal,
  'id' | 'member_id' | 'family_id' | 'request_id' | 'coin_id' | 'amount' | 'fee' | 'received'
>;

/** available → held, the whole amount. Refuses as the ledger does: keyconflict, locked, insufficient. */
export async function postHold(
  ctx: Pick<Ctx, 'tx'> & { onPosted?: OnPosted | undefined },
  row: Held & Pick<Withdrawal, 'address'>,
): Promise<void> {
  const { tx, onPosted } = ctx;
  await postEntry(
    tx,
    {
      key: row.request_id,
      kind: holdKind,
      reference: row.id,
      actor: `member:${row.member_id}`,
      // What the signer compares with the row: the journal cannot be changed, a row behind its triggers could.
      data: { address: row.address, received: formatAmount(row.received) },
      outbound: { family: row.family_id },
      postings: [
        {
          source: availableAccount(row.member_id),
          destination: heldAccount(row.member_id),
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
  const held = heldAccount(row.member_id);
  const paid = { source: held, destination: reserveAccount, asset: row.coin_id, amount: row.received };
  const fee = { source: held, destination: fees, asset: row.coin_id, amount: row.fee };
  await postEnd(ctx, { row, outcome: 'settled', postings: row.fee > 0n ? [paid, fee] : [paid] });
}

/** held → available, the whole amount. Once per withdrawal, instead of a settlement. */
export async function postRelease(
  ctx: Pick<Ctx, 'tx'> & { onPosted?: OnPosted | undefined },
  row: Held,
): Promise<void> {
  const back = {
    source: heldAccount(row.member_id),
    destination: availableAccount(row.member_id),
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
    kind: endKind,
    reference: row.id,
    actor: endActor,
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
  const hold = await findEntryByKey(tx, {
    actor: `member:${row.member_id}`,
    kind: holdKind,
    key: row.request_id,
  });
  const end = await findEntryByKey(tx, { actor: endActor, kind: endKind, key: row.id });
  const [posting, ...others] = hold?.postings ?? [];
  return (
    end === undefined &&
    posting !== undefined &&
    others.length === 0 &&
    hold?.reference === row.id &&
    hold.data?.['address'] === row.address &&
    hold.data['received'] === formatAmount(row.received) &&
    posting.asset === row.coin_id &&
    posting.amount === row.amount &&
    posting.source === availableAccount(row.member_id) &&
    posting.destination === heldAccount(row.member_id)
  );
}
