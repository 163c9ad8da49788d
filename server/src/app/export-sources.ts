import type { CallPath, InputOf } from '@openmere/core/calls.ts';
import { coins } from '@openmere/core/money/coin.ts';
import { listAccepted } from '../auth/agreement/acceptance-store.ts';
import { listCommentsOf } from '../mall/goods/comment-store.ts';
import type { Tx } from '../platform/db/connect.ts';
import { listFeedbackOf } from '../support/feedback-store.ts';
import { listMessagesOf } from '../support/ticket-store.ts';

/** A call that shows what is one's own; with `each`, a second one that is asked with the id of each row. */
export type CallSource = {
  call: CallPath;
  asked?: Record<string, string>;
  each?: CallPath;
};
/** What no call shows to its owner. */
export type RowSource = { name: string; read: (tx: Tx, memberId: string) => Promise<unknown[]> };
export type ExportSource = CallSource | RowSource;

function source<P extends CallPath>(
  call: P,
  asked: InputOf<P> & Record<string, string>,
  more: Omit<CallSource, 'call' | 'asked'> = {},
): CallSource {
  return { call, asked, ...more };
}

const credits = ['EQUITY', 'OBL', 'POY'] as const;

/** Everything that belongs to a member, in the order of the file. Nobody else's: what it says of others is what their calls mask. */
export const exportSources: readonly ExportSource[] = [
  source('Users/Info', {}),
  source('Users/myaccount', {}),
  source('Users/Balance', {}),
  ...coins.map(({ id }) => source('trade/GetUserBalanceRecord', { coinid: id })),
  ...credits.map((coinid) => source('Users/CreditDetail', { coinid })),
  source('Wallet/Deposits', {}),
  source('Wallet/FiatOrders', {}),
  source('Wallet/Withdrawals', {}),
  source('Wallet/Transfers', {}),
  source('Wallet/Contacts', {}),
  source('Chain/Activation', {}),
  source('trade/Trades', { scope: 'mine' }),
  source('trade/Liquidity', {}),
  source('trade/LiquidityRecords', {}),
  source('Users/GetMyEnergy', {}),
  source('Cast/Records', {}),
  source('Cast/Deductions', {}),
  source('Usdo/Records', {}),
  source('Node/Mine', {}),
  source('Activity/Info', {}),
  source('Users/Rewards', {}),
  source('Users/mytotal', {}),
  source('Users/teamtotal', {}),
  source('Users/nodeTeamTotal', {}),
  source('Users/GetMyAddress', {}),
  source('Goods/GetShopCar', {}),
  source('Goods/getMyGoodsCollect', {}),
  source('Order/List', {}, { each: 'Order/First' }),
  { name: 'comments', read: listCommentsOf },
  source('Users/Shopinfo', {}),
  source('Goods/ShopGoods', {}),
  source('Users/PayableList', {}),
  source('Users/Identity', {}),
  source('Users/Sessions', {}),
  source('Users/Logins', {}),
  source('Users/SecondFactor', {}),
  source('Users/Passkeys', {}),
  { name: 'agreements', read: listAccepted },
  source('Ctrls/Notices', {}),
  source('Ctrls/NoticeChoices', {}),
  source('Ticket/List', {}),
  { name: 'messages', read: listMessagesOf },
  { name: 'feedback', read: listFeedbackOf },
];
