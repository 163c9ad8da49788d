import * as asset from './asset/contract.ts';
import * as auth from './auth/contract.ts';
import * as deposit from './deposit/contract.ts';
import type { Call, CallInput, CallOutput } from './kit/call.ts';
import * as liquidity from './liquidity/contract.ts';
import * as memberCalls from './member/contract.ts';
import * as operatorCalls from './operator/contract.ts';
import * as operatorMember from './operator/member-contract.ts';
import * as proposals from './operator/proposal-contract.ts';
import * as reserve from './reserve/contract.ts';
import * as setting from './setting/contract.ts';
import * as swap from './swap/contract.ts';
import * as transfer from './transfer/contract.ts';
import * as withdrawal from './withdrawal/contract.ts';

const contracts = {
  ...asset,
  ...auth,
  ...deposit,
  ...liquidity,
  ...memberCalls,
  ...operatorCalls,
  ...operatorMember,
  ...proposals,
  ...reserve,
  ...setting,
  ...swap,
  ...transfer,
  ...withdrawal,
};

type Contracts = typeof contracts;
type AnyCall = Extract<Contracts[keyof Contracts], Call>;

/** Every call by its path, for types: `Calls['Users/Info']`. The web imports only types from here. */
export type Calls = { [C in AnyCall as C['path']]: C };
export type CallPath = keyof Calls;
export type InputOf<P extends CallPath> = CallInput<Calls[P]>;
export type OutputOf<P extends CallPath> = CallOutput<Calls[P]>;

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'answer' in value;
}

/** Every call of the house; tests check that the server serves each exactly once. */
export const allCalls: readonly Call[] = Object.values(contracts as Record<string, unknown>).filter(isCall);
