import { allCalls } from '@openmere/core/calls.ts';
import type { CallPath, InputOf } from '@openmere/core/calls.ts';
import { coins } from '@openmere/core/money/coin.ts';
import {
  listAcceptancesOf,
  listDevicesOf,
  listFactorResetsOf,
  listFreezesOf,
  listGeoRefusalsOf,
  listPayPasswordChangesOf,
} from '../auth/own-data-store.ts';
import { listAddressesOf } from '../deposit/address-store.ts';
import { listCommentsOf } from '../mall/goods/comment-store.ts';
import { listOwnIdentities } from '../member/identity/own-identity-store.ts';
import type { Tx } from '../platform/db/connect.ts';
import { listSealedOf } from '../platform/files/sealed-pictures.ts';
import { fileUrl } from '../platform/files/store.ts';
import { listOwnUploads } from '../setting/upload-store.ts';
import { listFeedbackOf } from '../support/feedback-store.ts';
import { listMessagesOf } from '../support/ticket-store.ts';

/** A call that shows what is one's own; with `each`, a second one that is asked with the id of each row. */
export type CallSource = {
  call: string;
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

async function listUploads(tx: Tx, memberId: string): Promise<unknown[]> {
  const uploads = await listOwnUploads(tx, memberId);
  return uploads.map(({ name, ...facts }) => ({ url: fileUrl(name), ...facts }));
}

const credits = ['EQUITY', 'OBL', 'POY'] as const;

const named: readonly ExportSource[] = [
  source('Users/Info', {}),
  source('Users/myaccount', {}),
  source('Users/Balance', {}),
  ...coins.map(({ id }) => source('Wallet/Locks', { coinid: id })),
  ...coins.map(({ id }) => source('trade/GetUserBalanceRecord', { coinid: id })),
  ...credits.map((coinid) => source('Users/CreditDetail', { coinid })),
  { name: 'depositAddresses', read: listAddressesOf },
  source('Wallet/Contacts', {}),
  source('Chain/Activation', {}),
  source('trade/Trades', { scope: 'mine' }),
  source('trade/Liquidity', {}),
  source('Users/GetMyEnergy', {}),
  source('Cast/Info', {}),
  source('Usdo/Info', {}),
  source('Node/Mine', {}),
  source('Node/Allow', {}),
  source('Activity/Info', {}),
  source('Users/mytotal', {}),
  source('Users/teamtotal', {}),
  source('Users/nodeTeamTotal', {}),
  source('Users/CaptainInfo', {}),
  source('Users/GetMyAddress', {}),
  source('Goods/GetShopCar', {}),
  source('Order/List', {}, { each: 'Order/First' }),
  { name: 'comments', read: listCommentsOf },
  source('Users/Shopinfo', {}),
  source('Goods/ShopGoods', {}, { each: 'Goods/ShopGoodsFirst' }),
  source('Users/PayableList', {}),
  source('Users/Identity', {}),
  { name: 'identityChecks', read: listOwnIdentities },
  { name: 'sealedPictures', read: listSealedOf },
  { name: 'uploads', read: listUploads },
  source('Users/Sessions', {}),
  { name: 'devices', read: listDevicesOf },
  { name: 'freezes', read: listFreezesOf },
  { name: 'factorResets', read: listFactorResetsOf },
  { name: 'refusals', read: listGeoRefusalsOf },
  { name: 'payPasswordChanges', read: listPayPasswordChangesOf },
  source('Users/SecondFactor', {}),
  source('Users/Passkeys', {}),
  { name: 'agreements', read: listAcceptancesOf },
  source('Ctrls/NoticeChoices', {}),
  { name: 'messages', read: listMessagesOf },
  { name: 'feedback', read: listFeedbackOf },
];

/** Members' lists in pages that need not be told what to list: they are in the file without being named. */
const pages = allCalls
  .filter(
    ({ access, answer, input }) =>
      access.kind === 'member' && answer === 'list' && 'cursor' in input.shape && input.safeParse({}).success,
  )
  .map(({ path }) => path)
  .filter((path) => !named.some((one) => 'call' in one && one.call === path));

/** Everything that belongs to a member, in the order of the file. Nobody else's: what it says of others is what their calls mask. */
export const exportSources: readonly ExportSource[] = [...named, ...pages.map((call) => ({ call }))];
