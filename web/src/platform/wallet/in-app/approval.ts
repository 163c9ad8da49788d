import { create } from 'zustand';
import { currentToken, useSessionStore } from '../../session.ts';
import type { Hex } from '../eip1193.ts';
import { declined } from '../wallet-error.ts';

/** A transaction ready to be signed, as the member is asked about it. Amounts in wei or base units. */
export type PreparedTransaction = {
  chainId: number;
  from: Hex;
  to: Hex | undefined;
  value: bigint;
  data: Hex;
  nonce: number;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

/** A call in words: which contract, what it does, the arguments by name. */
export type DecodedCall = {
  /** Key of the address map, when the receiver is one of our contracts. */
  contract: string | undefined;
  /** Function name; undefined for a plain payment or unknown data. */
  name: string | undefined;
  arguments: readonly DecodedArgument[];
  /** Tokens that move or may be moved by it, when it is a token's own call. */
  token?: {
    symbol: string;
    amount: bigint;
    to: Hex;
    /** Key of the address map, when `to` is one of our contracts. */
    receiver?: string;
    unlimited: boolean;
  };
};

export type DecodedArgument = {
  name: string;
  value: string;
  /** What `value` counts, where that is known: a coin or LP (base units), or `time` (epoch seconds). */
  unit?: string;
};

/** What a message of ours is signed for, as the server's `urn:openmere:…` says it. */
export type SignInPurpose = 'login' | 'bind' | 'gold';

/** EIP-4361 message taken apart; `purpose` is undefined where it is none of ours. */
export type SignInMessage = { domain: string; purpose: SignInPurpose | undefined; chainId: number };

export type Asked =
  | { kind: 'unlock' }
  | { kind: 'message'; text: string; signIn: SignInMessage | undefined }
  | { kind: 'typed'; primaryType: string; domain: string; contract: string | undefined; message: string }
  | (AskedTransaction & {
      /** Signed before it by the same yes: what allows the coins to be taken. */
      before?: readonly AskedTransaction[];
      /** It takes the place of one that waits; `feeBefore` in wei, at most. */
      replaces?: { how: Replacing; feeBefore: bigint };
    });

/** With the nonce of one that waits: the same with a higher fee, or nothing at all. */
export type Replacing = 'faster' | 'cancel';

type AskedTransaction = { kind: 'transaction'; transaction: PreparedTransaction; call: DecodedCall };

type ApprovalState = {
  asked: Asked | undefined;
  /** Answers the question in sight. */
  answer: ((approved: boolean) => void) | undefined;
};

/** The question that the wallet's sheet shows; one at a time. */
export const useApproval = create<ApprovalState>(() => ({ asked: undefined, answer: undefined }));

// What one account was asked is no question to the next one, who may have come in another window.
useSessionStore.subscribe(({ token }, before) => {
  if (before.token !== undefined && token !== before.token) useApproval.getState().answer?.(false);
});

let line: Promise<unknown> = Promise.resolve();

function askNow(asked: Asked): Promise<void> {
  return new Promise((resolve, reject) => {
    useApproval.setState({
      asked,
      answer(approved) {
        // It was answered before, and another question may be in sight: that one is not meant.
        if (useApproval.getState().asked !== asked) return;
        useApproval.setState({ asked: undefined, answer: undefined });
        if (approved) resolve();
        else reject(declined());
      },
    });
  });
}

/** Asks the member in the wallet's sheet; rejects with 4001 when they say no. Questions stand in line. */
export function askMember(asked: Asked): Promise<void> {
  const token = currentToken();
  const mine = line.then(() => {
    // What waited in line behind that one was for the former account, too.
    if (token !== undefined && token !== currentToken()) throw declined();
    return askNow(asked);
  });
  line = mine.catch(() => undefined);
  return mine;
}
