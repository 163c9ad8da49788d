import { RESERVE_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { Posting } from '@openmere/core/ledger/entry.ts';
import { findEntryByKey } from '../../ledger/entries.ts';
import { postEntry } from '../../ledger/post.ts';
import type { OnPosted } from '../../ledger/post.ts';
import type { Ctx, ReadCtx } from '../../platform/context.ts';
import type { BuyBack } from '../tables.ts';

export const MARKET_POOL: AccountName = 'pool:market-value';
/** What is set aside for a buy-back that is under way. */
const SET_ASIDE: AccountName = 'pool:buy-back';
const ACTOR = 'system:buy-back';
const HOLD_KIND = 'buy-back';
/** Done or over: one kind and one key, so the ledger itself refuses a second end. */
const END_KIND = 'buy-back-end';

type Money = Pick<BuyBack, 'id' | 'amount'>;

function moveFor({ amount }: Money, source: AccountName, destination: AccountName): Posting {
  return { source, destination, asset: 'USDT', amount };
}

/** Out of the pool, so that nothing else can be done with it. Refuses as the ledger does: insufficient. */
export async function postSetAside(
  ctx: Pick<Ctx, 'tx'> & { onPosted?: OnPosted | undefined },
  row: Money & Pick<BuyBack, 'order_id'>,
): Promise<void> {
  const { tx, onPosted } = ctx;
  const entry = {
    key: row.id,
    kind: HOLD_KIND,
    // Not the id, which a dry run cannot know yet.
    reference: 'market-value',
    actor: ACTOR,
    // What the signer compares with the row: the journal cannot be changed.
    data: { id: row.id, order: row.order_id },
    postings: [moveFor(row, MARKET_POOL, SET_ASIDE)],
  };
  await postEntry(tx, entry, onPosted ? { onPosted } : {});
}

/** `spent`: the treasury paid it to the pair. `back`: it never left, and is the pool's again, to the unit. */
export async function postEnd(
  ctx: Pick<Ctx, 'tx'>,
  { row, outcome }: { row: Money; outcome: 'spent' | 'back' },
): Promise<void> {
  const { tx } = ctx;
  const destination = outcome === 'spent' ? RESERVE_ACCOUNT : MARKET_POOL;
  await postEntry(tx, {
    key: row.id,
    kind: END_KIND,
    reference: row.id,
    actor: ACTOR,
    data: { outcome },
    postings: [moveFor(row, SET_ASIDE, destination)],
  });
}

/** Whether the journal set aside exactly what the row says, and nothing has come of it yet. For the signer. */
export async function isSetAside(ctx: ReadCtx, row: Money & Pick<BuyBack, 'order_id'>): Promise<boolean> {
  const { tx } = ctx;
  const hold = await findEntryByKey(tx, { actor: ACTOR, kind: HOLD_KIND, key: row.id });
  const end = await findEntryByKey(tx, { actor: ACTOR, kind: END_KIND, key: row.id });
  const [posting, ...others] = hold?.postings ?? [];
  return (
    end === undefined &&
    posting !== undefined &&
    others.length === 0 &&
    hold?.data?.['order'] === row.order_id &&
    posting.source === MARKET_POOL &&
    posting.destination === SET_ASIDE &&
    posting.asset === 'USDT' &&
    posting.amount === row.amount
  );
}
