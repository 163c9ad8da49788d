import * as account from './account.ts';
import * as activity from './activity.ts';
import * as chain from './chain.ts';
import * as mall from './mall.ts';
import * as market from './market.ts';
import * as minting from './minting.ts';
import * as money from './money.ts';
import * as node from './node.ts';
import * as reward from './reward.ts';
import * as support from './support.ts';
import * as team from './team.ts';

const { agreementVersions: _versions, ...ownAccount } = account;
const {
  chainId: _id,
  chainRpc: _rpc,
  cryptoJwk: _jwk,
  devFaucet: _faucet,
  phoneCodes: _codes,
  pushKey: _push,
  ...kept
} = chain;

/**
 * Every setting that members see. The server adds what is not for them (server/src/setting/definitions.ts): who knows a
 * threshold stays just below it, and core is public. Screens import single settings, never this table.
 */
export const publicSettings = {
  ...ownAccount,
  ...activity,
  ...kept,
  ...mall,
  ...market,
  ...minting,
  ...money,
  ...node,
  ...reward,
  ...support,
  ...team,
};
