import * as asset from './asset/contract.ts';
import * as auth from './auth/contract.ts';
import * as deposit from './deposit/contract.ts';
import * as kit from './kit/contract.ts';
import type { Push, PushData } from './kit/push.ts';
import * as ledger from './ledger/contract.ts';
import * as liquidity from './liquidity/contract.ts';
import * as memberCalls from './member/contract.ts';
import * as swap from './swap/contract.ts';
import * as transfer from './transfer/contract.ts';
import * as withdrawal from './withdrawal/contract.ts';

const contracts = {
  ...asset,
  ...auth,
  ...deposit,
  ...kit,
  ...ledger,
  ...liquidity,
  ...memberCalls,
  ...swap,
  ...transfer,
  ...withdrawal,
};

type Contracts = typeof contracts;
type AnyPush = Extract<Contracts[keyof Contracts], Push>;

/** Every push by its name, for types: `Pushes['notice.transfer']`. The web imports only types from here. */
export type Pushes = { [P in AnyPush as P['push']]: P };
export type PushName = keyof Pushes;
export type DataOf<N extends PushName> = PushData<Pushes[N]>;

function isPush(value: unknown): value is Push {
  return typeof value === 'object' && value !== null && 'push' in value && 'to' in value;
}

/** Every push of the house. */
export const allPushes: readonly Push[] = Object.values(contracts as Record<string, unknown>).filter(isPush);
