import { Fault } from '@openmere/core/kit/fault.ts';
import type { Hex } from '../platform/chain/log.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';

export type At = { number: bigint; hash: Hex };

/**
 * Holders in one question. What creation code returns counts as a contract, and nodes bound that to 24,576 bytes
 * (EIP-170): 768 balances.
 */
const HOLDERS_MAX = 700;

/**
 * Creation code of a contract that is never created: it calls `balanceOf` of the token for each holder and returns the
 * balances, 32 bytes each. Behind it stand the token (32 bytes) and the holders (20 bytes each). It reverts where a token
 * does not answer with a number. One question for hundreds of balances, and nothing to deploy (docs/decisions/0024).
 */
const CODE = [
  '6370a0823160e01b600052', // memory 0x00: selector of balanceOf(address)
  '60206053604039', // memory 0x40: the token
  '60606073', // stack: where the next balance goes, where the next holder stands
  '5b80381115604457', // loop, until the code ends
  '601481601039', // memory 0x10: the holder, the call's argument
  '602082602460006040515afa', // static call of the token
  '3d601f101615604d57', // reverts unless it answered at least 32 bytes
  '6014019060200190601656', // next holder
  '5b50606090036060f3', // returns all balances
  '5b60006000fd',
].join('');

/** What each holder has of a token at one block, base units, in the order of `holders`. */
export type ReadBalances = (token: Hex, holders: readonly Hex[]) => Promise<bigint[]>;

/**
 * Reads balances at one block, by its hash (EIP-1898): a node that does not have exactly that block, or no state for it any
 * more, refuses, and nothing of another moment gets in. Any number of holders: a node that refuses the size of a question
 * is asked for half as many from there on. Fault chain.nobalances when it refuses even one.
 */
export function balancesAt(rpc: Rpc, at: At): ReadBalances {
  let size = HOLDERS_MAX;
  return async (token, holders) => {
    const balances: bigint[] = [];
    while (balances.length < holders.length) {
      const part = holders.slice(balances.length, balances.length + size);
      try {
        balances.push(...(await ask(rpc, at, token, part)));
      } catch (cause) {
        if (!isRefusal(cause)) throw cause;
        if (part.length === 1) throw new Fault('chain.nobalances', { retry: true, cause });
        size = Math.ceil(part.length / 2);
      }
    }
    return balances;
  };
}

async function ask(rpc: Rpc, at: At, token: Hex, holders: readonly Hex[]): Promise<bigint[]> {
  const data = `0x${CODE}${token.slice(2).padStart(64, '0')}${holders.map((holder) => holder.slice(2)).join('')}`;
  const block = { blockHash: at.hash, requireCanonical: true };
  const answer = await rpc.call('eth_call', [{ data }, block]);
  if (typeof answer !== 'string' || !/^0x([0-9a-fA-F]{64})*$/.test(answer)) throw badAnswer('no balances');
  const words = answer.slice(2).match(/.{64}/g) ?? [];
  if (words.length !== holders.length) throw badAnswer(`${words.length} balances for ${holders.length}`);
  return words.map((word) => BigInt(`0x${word}`));
}

function badAnswer(what: string): Fault {
  return new Fault('chain.badanswer', { retry: true, cause: new Error(what) });
}

/** The node said no, or a server before it found the question too large. */
function isRefusal(error: unknown): boolean {
  if (error instanceof RpcAnswerError) return true;
  return error instanceof Fault && error.cause instanceof Error && error.cause.message === 'status 413';
}
