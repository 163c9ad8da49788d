import type { TicketFacts } from '@openmere/core/support/contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findDeposit } from '../deposit/store.ts';
import { findOrder } from '../mall/order/order-store.ts';
import type { FactReaders } from '../support/facts.ts';
import { findOwnWallet, listTradesFor } from '../swap/list-trades.ts';
import { listTransfers } from '../transfer/list.ts';
import { listWithdrawals } from '../withdrawal/list.ts';

type Line = TicketFacts['lines'][number];

/** Transfers are found among one's newest: they stand in the ledger, which knows no member's transfer by its id. */
const TRANSFERS_PAGE = 100;
const TRANSFER_PAGES = 10;

const money = (key: Line['key'], value: string, coinid: string): Line[] => [{ key, value, coinid }];
/** What is not there is left out. */
const text = (key: Line['key'], value: string | null | undefined): Line[] =>
  value === null || value === undefined || value === '' ? [] : [{ key, value, coinid: null }];

const sums = (row: { amount: string; received: string; fee: string; coinid: string }): Line[] =>
  (['amount', 'received', 'fee'] as const).flatMap((key) => money(key, row[key], row.coinid));

const readWithdrawal: FactReaders['withdrawal'] = async (ctx, id) => {
  const { list } = await listWithdrawals(ctx, { id });
  const [row] = list;
  if (!row) return undefined;
  const { time, status, address, hash } = row;
  const told = row.reason ?? (status === 'failed' ? row.description : null);
  // Only what has arrived was received: of money that was given back it would be a lie.
  const moved = sums(row).filter(({ key }) => key !== 'received' || status === 'confirmed');
  const lines = [...moved, ...text('address', address), ...text('hash', hash), ...text('reason', told)];
  return { time, status, lines };
};

const readDeposit: FactReaders['deposit'] = async ({ tx, actor }, id) => {
  const row = await findDeposit(tx, id);
  if (row?.member_id !== actor.id || row.status === 'disproved') return undefined;
  const lines = [
    ...money('amount', formatAmount(row.amount), row.coin_id),
    ...text('address', row.address),
    ...text('hash', row.tx_hash),
  ];
  return { time: row.seen_at.toISOString(), status: row.status, lines };
};

const readTransfer: FactReaders['transfer'] = async (ctx, id) => {
  let cursor: string | undefined;
  for (let page = 0; page < TRANSFER_PAGES; page += 1) {
    const found = await listTransfers(ctx, { pageSize: TRANSFERS_PAGE, cursor });
    const row = found.list.find((one) => one.id === id);
    if (row)
      return { time: row.time, status: row.status, lines: [...sums(row), ...text('note', row.description)] };
    ({ cursor } = found);
    if (cursor === undefined) return undefined;
  }
  return undefined;
};

const readOrder: FactReaders['order'] = async ({ tx, actor }, id) => {
  const row = await findOrder(tx, id);
  if (row?.member_id !== actor.id && row?.seller_id !== actor.id) return undefined;
  const parcel = [row.carrier, row.tracking].filter((part) => part !== '').join(' ');
  const lines = [
    ...money('amount', formatAmount(row.total), row.coin_id),
    ...text('serial', row.serial),
    ...text('note', parcel),
  ];
  return { time: row.created_at.toISOString(), status: row.status, lines };
};

const createTradeReader =
  (chainId: number): FactReaders['trade'] =>
  async (ctx, id) => {
    const { wallet } = await findOwnWallet({ ...ctx, chainId });
    const { list } = await listTradesFor({ ...ctx, wallet, chainId }, { id });
    const [row] = list;
    if (!row?.mine) return undefined;
    const bought = row.type === 'buy';
    const lines = [
      ...money('amount', bought ? row.amount : row.quantity, bought ? 'USDT' : 'OPEN'),
      ...money('received', bought ? row.quantity : row.amount, bought ? 'OPEN' : 'USDT'),
      ...money('fee', row.fee, 'USDT'),
      ...(bought ? [] : money('burned', row.burned, 'OPEN')),
      ...text('hash', row.hash),
    ];
    return { time: row.time, status: row.type, lines };
  };

/** What each record says of itself in a ticket; each looks at the acting member's own ones only. */
export function createFactReaders({ chainId }: { chainId: number }): FactReaders {
  return {
    withdrawal: readWithdrawal,
    deposit: readDeposit,
    transfer: readTransfer,
    trade: createTradeReader(chainId),
    order: readOrder,
  };
}
