import { contracted } from './contracts.ts';
import type { Contracted } from './contracts.ts';
import type { Call, CallInput, CallOutput } from './kit/call.ts';

type AnyCall = Extract<Contracted, Call>;

/** Every call by its path, for types: `Calls['Users/Info']`. The web imports only types from here. */
export type Calls = { [C in AnyCall as C['path']]: C };
export type CallPath = keyof Calls;
export type InputOf<P extends CallPath> = CallInput<Calls[P]>;
export type OutputOf<P extends CallPath> = CallOutput<Calls[P]>;

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'answer' in value;
}

/** Every call of the house; tests check that the server serves each exactly once. */
export const allCalls: readonly Call[] = contracted.filter(isCall);
