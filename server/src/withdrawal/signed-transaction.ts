import {
  formatTransaction,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
} from 'viem';
import type { RpcTransaction, TransactionSerializable, TransactionSerialized } from 'viem';
import type { Hex } from '../platform/chain/log.ts';
import { badAnswer } from './rpc-answer.ts';

/** A transaction whose hash and sender were computed from its own signed bytes. */
export type SignedTransaction = { hash: Hex; raw: Hex };

/**
 * Rebuilds the signed bytes of a transaction that a node named, and refuses it unless they hash to its hash and were signed
 * by `payer` for `nonce`: a node can leave out a transaction, but not invent one of our key.
 */
export async function readSigned(answer: unknown, payer: Hex, nonce: number): Promise<SignedTransaction> {
  try {
    const formatted = formatTransaction(answer as RpcTransaction);
    const { r, s, v, yParity } = formatted;
    const raw = serializeTransaction(
      { ...formatted, data: formatted.input } as unknown as TransactionSerializable,
      { r, s, v, yParity } as Parameters<typeof serializeTransaction>[1],
    );
    const sender = await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized });
    const isRight =
      keccak256(raw) === formatted.hash &&
      sender.toLowerCase() === payer &&
      (parseTransaction(raw).nonce ?? 0) === nonce;
    if (isRight) return { hash: formatted.hash, raw };
  } catch (cause) {
    throw badAnswer(`a transaction that cannot be rebuilt: ${(cause as Error).message}`);
  }
  throw badAnswer('a transaction that its signature contradicts');
}
