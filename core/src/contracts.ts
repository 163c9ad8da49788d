import * as activity from './activity/contract.ts';
import * as asset from './asset/contract.ts';
import * as authAgreement from './auth/agreement-contract.ts';
import * as auth from './auth/contract.ts';
import * as loginHistory from './auth/login-history-contract.ts';
import * as passkey from './auth/passkey/contract.ts';
import * as authPhone from './auth/phone-contract.ts';
import * as secondFactor from './auth/second-factor/contract.ts';
import * as factorResetConsole from './auth/second-factor/reset-console-contract.ts';
import * as factorReset from './auth/second-factor/reset-contract.ts';
import * as deposit from './deposit/contract.ts';
import * as fiatConsole from './deposit/fiat/console-contract.ts';
import * as fiat from './deposit/fiat/contract.ts';
import * as kit from './kit/contract.ts';
import * as ledger from './ledger/contract.ts';
import * as liquidity from './liquidity/contract.ts';
import * as mallCart from './mall/cart-contract.ts';
import * as mallConsole from './mall/console-contract.ts';
import * as mallConsoleGoods from './mall/console-goods-contract.ts';
import * as mallConsoleLook from './mall/console-look-contract.ts';
import * as mallGoods from './mall/goods-contract.ts';
import * as mallOrder from './mall/order-contract.ts';
import * as mallOwnGoods from './mall/own-goods-contract.ts';
import * as mallShop from './mall/shop-contract.ts';
import * as mallShopDesk from './mall/shop-desk-contract.ts';
import * as memberAddress from './member/address-contract.ts';
import * as member from './member/contract.ts';
import * as memberFamily from './member/family-contract.ts';
import * as memberIdentityConsole from './member/identity-console-contract.ts';
import * as memberIdentity from './member/identity-contract.ts';
import * as memberOwnData from './member/own-data-contract.ts';
import * as memberPayable from './member/payable-contract.ts';
import * as minting from './minting/contract.ts';
import * as newsConsole from './news/console-contract.ts';
import * as news from './news/contract.ts';
import * as node from './node/contract.ts';
import * as operator from './operator/contract.ts';
import * as operatorMember from './operator/member-contract.ts';
import * as proposals from './operator/proposal-contract.ts';
import * as operatorStatus from './operator/status-contract.ts';
import * as place from './place/contract.ts';
import * as reserve from './reserve/contract.ts';
import * as rewardConsole from './reward/console-contract.ts';
import * as reward from './reward/contract.ts';
import * as setting from './setting/contract.ts';
import * as supportConsole from './support/console-contract.ts';
import * as support from './support/contract.ts';
import * as swap from './swap/contract.ts';
import * as teamConsole from './team/console-contract.ts';
import * as team from './team/contract.ts';
import * as transfer from './transfer/contract.ts';
import * as withdrawal from './withdrawal/contract.ts';

/** What every domain says and hears; calls.ts and pushes.ts find theirs in it. Two domains may use the same name. */
const contracts = [
  activity,
  asset,
  auth,
  authAgreement,
  loginHistory,
  authPhone,
  secondFactor,
  factorReset,
  factorResetConsole,
  passkey,
  deposit,
  fiat,
  fiatConsole,
  kit,
  ledger,
  liquidity,
  mallConsole,
  mallConsoleGoods,
  mallConsoleLook,
  mallShopDesk,
  mallCart,
  mallOrder,
  mallOwnGoods,
  mallShop,
  mallGoods,
  member,
  memberAddress,
  memberIdentity,
  memberIdentityConsole,
  memberFamily,
  memberOwnData,
  memberPayable,
  minting,
  news,
  newsConsole,
  node,
  operator,
  operatorMember,
  operatorStatus,
  place,
  proposals,
  reserve,
  reward,
  rewardConsole,
  setting,
  support,
  supportConsole,
  swap,
  team,
  teamConsole,
  transfer,
  withdrawal,
];

type ValuesOf<T> = T extends T ? T[keyof T] : never;
export type Contracted = ValuesOf<(typeof contracts)[number]>;

export const contracted: readonly unknown[] = contracts.flatMap((contract) =>
  Object.values<unknown>(contract),
);
