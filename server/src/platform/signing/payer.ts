import { keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Hex } from '../chain/log.ts';

/** A call to a contract with everything that makes its bytes: the same input always signs to the same bytes. */
export type SignedCall = {
  chainId: number;
  nonce: number;
  to: Hex;
  data: Hex;
  /** Units of gas. */
  gasLimit: bigint;
  /** Wei per gas. */
  maxFee: bigint;
  priorityFee: bigint;
};

/** Holds the key and nothing else: no network, no database. Carries no native coin (`value` is always zero). */
export type Payer = { readonly address: Hex; sign(call: SignedCall): Promise<{ raw: Hex; hash: Hex }> };

export function createPayer(privateKey: Hex): Payer {
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address.toLowerCase() as Hex,
    async sign({ chainId, nonce, to, data, gasLimit, maxFee, priorityFee }) {
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        to,
        data,
        value: 0n,
        gas: gasLimit,
        maxFeePerGas: maxFee,
        maxPriorityFeePerGas: priorityFee,
      });
      return { raw, hash: keccak256(raw) };
    },
  };
}
