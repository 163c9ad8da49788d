import { formatFiat } from '@openmere/core/deposit/fiat/quote.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { TicketFacts } from '@openmere/core/support/contract.ts';
import { findBonus } from '../activity/store.ts';
import { listOrders } from '../deposit/fiat/order-store.ts';
import { findDeposit } from '../deposit/store.ts';
import { listLiquidityRecords } from '../liquidity/list-records.ts';
import { findOrder } from '../mall/order/order-store.ts';
import { findActivation } from '../member/activation-store.ts';
import { findMember } from '../member/store.ts';
import { listCastRecords, listUsdoRecords } from '../minting/list-records.ts';
import { findHeld } from '../node/store.ts';
import { reasonText } from '../reward/get-reward.ts';
import { parseRewardId } from '../reward/reward-id.ts';
import { findReward } from '../reward/reward-store.ts';
import type { FactReaders } from '../support/facts.ts';
import { findOwnWallet, listTradesFor } from '../swap/list-trades.ts';
import { listTransfers } from '../transfer/list.ts';
import { listWithdrawals } from '../withdrawal/list.ts';

type Line = TicketFacts['lines'][number];

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

const readFiat: FactReaders['fiat'] = async ({ tx, actor }, id) => {
  const [row] = await listOrders(tx, { id, memberId: actor.id, limit: 1 });
  if (!row) return undefined;
  const lines = [
    ...text('amount', `${formatFiat(row.amount, row.decimals)} ${row.currency}`),
    // Only what was credited was received; until then it is a promise.
    ...(row.credited === null ? [] : money('received', formatAmount(row.credited), 'USDT')),
    ...text('reference', row.reference),
    ...text('reason', row.reason),
  ];
  return { time: row.made_at.toISOString(), status: row.status, lines };
};

const readTransfer: FactReaders['transfer'] = async (ctx, id) => {
  const { list } = await listTransfers(ctx, { id });
  const [row] = list;
  if (!row) return undefined;
  return { time: row.time, status: row.status, lines: [...sums(row), ...text('note', row.description)] };
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

/** Only what there is: a record of one type leaves the figures of the others at zero. */
const figure = (key: Line['key'], value: string, coinid: string): Line[] =>
  value === '0' ? [] : money(key, value, coinid);

const createLiquidityReader =
  (chainId: number): FactReaders['liquidity'] =>
  async (ctx, id) => {
    const { list } = await listLiquidityRecords({ ...ctx, chainId }, { id });
    const [row] = list;
    if (!row) return undefined;
    const lines = [
      ...text('type', row.type),
      // A redemption is counted in what was redeemed; everything else in the value of both sides.
      ...figure('amount', row.amount, row.type === 'redeem' ? 'OUSD' : 'USDT'),
      ...figure('usdt', row.usdt, 'USDT'),
      ...figure('open', row.open, 'OPEN'),
      ...figure('lp', row.lp, 'LP'),
      ...(row.type === 'redeem' ? [] : figure('ousd', row.ousd, 'OUSD')),
      // A release pays what was held: one figure, not two.
      ...(row.type === 'release' ? [] : figure('held', row.ousdheld, 'OUSD')),
      ...text('hash', row.hash),
    ];
    return { time: row.time, status: row.status, lines };
  };

const createMintingReader =
  (chainId: number): FactReaders['minting'] =>
  async (ctx, id) => {
    const { list } = await listCastRecords({ ...ctx, chainId }, { id });
    const [row] = list;
    if (!row) return undefined;
    const lines = [
      ...money('amount', row.consumed, 'OPEN'),
      ...money('received', row.obtained, 'POWER'),
      ...figure('burned', row.burned, 'OPEN'),
      ...text('hash', row.hash),
    ];
    return { time: row.time, status: row.status, lines };
  };

const createUsdoReader =
  (chainId: number): FactReaders['usdo'] =>
  async (ctx, id) => {
    const { list } = await listUsdoRecords({ ...ctx, chainId }, { id });
    const [row] = list;
    if (!row) return undefined;
    const lines = [
      ...money('amount', row.consumed, row.paidwith),
      ...money('received', row.obtained, row.type === 'redeem' ? 'USDT' : 'USDO'),
      ...figure('fee', row.fee, 'USDT'),
      ...figure('burned', row.burned, 'OPEN'),
      ...text('hash', row.hash),
    ];
    return { time: row.time, status: row.status, lines };
  };

/** The medal that one's wallet holds now: `mdl_` and its number. Medals are kept when they are final. */
const createNodeReader =
  (chainId: number): FactReaders['node'] =>
  async ({ tx, actor }, id) => {
    const wallet = (await findMember(tx, actor.id))?.walletAddress;
    const medal = wallet && (await findHeld(tx, chainId, wallet));
    if (!medal || id !== `mdl_${medal.token_id}`) return undefined;
    const equity = medal.equity_member === actor.id ? medal.equity : null;
    const lines = [
      ...text('type', medal.type),
      ...(equity === null ? [] : money('received', formatAmount(equity), 'EQUITY')),
      ...text('hash', medal.cameBy),
    ];
    return { time: medal.came.toISOString(), status: 'final', lines };
  };

const readReward: FactReaders['reward'] = async ({ tx, actor }, id) => {
  const serial = parseRewardId(id);
  const row = serial === undefined ? undefined : await findReward(tx, actor.id, serial);
  if (!row) return undefined;
  const lines = [
    ...text('type', row.kind),
    ...money('amount', formatAmount(row.amount), row.coin_id),
    ...text('reason', reasonText(row, actor.from.locale)),
  ];
  return { time: row.at.toISOString(), status: row.status, lines };
};

/** What it stands on: the deposit that is named, or the activation and its place. */
const readBonus: FactReaders['bonus'] = async ({ tx, actor }, id) => {
  const row = await findBonus(tx, id);
  if (row?.member_id !== actor.id) return undefined;
  const lines = [
    ...text('type', row.kind),
    ...(row.amount === null ? [] : money('amount', formatAmount(row.amount), 'USDT')),
    // While it is held it is a promise.
    ...(row.status === 'given' ? money('received', formatAmount(row.power), 'POWER') : []),
    ...text('reference', row.deposit_id ?? row.fiat_order_id),
  ];
  return { time: row.happened_at.toISOString(), status: row.status, lines };
};

/** The activation of one's wallet, as soon as the chain shows it: `act_` and the wallet's address. */
const readActivation: FactReaders['activation'] = async ({ tx, actor }, id) => {
  const member = await findMember(tx, actor.id);
  const wallet = member?.walletAddress ?? null;
  const onChain = wallet === null || id !== `act_${wallet}` ? undefined : await findActivation(tx, wallet);
  if (!member || !onChain) return undefined;
  const lines = [...text('address', wallet), ...text('hash', onChain.tx_hash)];
  const status = member.activatedAt === null ? 'pending' : 'activated';
  return { time: (onChain.final_at ?? onChain.seen_at).toISOString(), status, lines };
};

/** What each record says of itself in a ticket; each looks at the acting member's own ones only. */
export function createFactReaders({ chainId }: { chainId: number }): FactReaders {
  return {
    withdrawal: readWithdrawal,
    deposit: readDeposit,
    fiat: readFiat,
    transfer: readTransfer,
    trade: createTradeReader(chainId),
    liquidity: createLiquidityReader(chainId),
    minting: createMintingReader(chainId),
    usdo: createUsdoReader(chainId),
    node: createNodeReader(chainId),
    reward: readReward,
    bonus: readBonus,
    order: readOrder,
    activation: readActivation,
  };
}
