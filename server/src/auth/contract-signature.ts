import { Fault, assert } from '@openmere/core/kit/fault.ts';
import {
  encodeDeployData,
  hashMessage,
  universalSignatureValidatorAbi,
  universalSignatureValidatorByteCode,
} from 'viem';
import type { Address, Hex } from 'viem';
import type { Rpc } from '../platform/chain/rpc.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Db } from '../platform/db/connect.ts';
import { hasNonce } from './nonce-store.ts';
import { isSignedByKey, nonceOf } from './wallet-message.ts';
import type { SigningOrigin, WalletProof } from './wallet-message.ts';

/** Asks a contract wallet whether it signed. A node that does not answer is a Fault, never a yes or a no. */
export type AskContract = (proof: WalletProof) => Promise<boolean>;

const PATIENCE_MS = 5_000;
/** More than any wallet needs, and a bound for one that means harm. */
const GAS = '0x989680';
/** The end of a signature that brings the wallet's making along (ERC-6492). */
const WRAPPED = '6492649264926492649264926492649264926492649264926492649264926492';
const REVERTED = 3;

/**
 * ERC-1271 for wallets that are on the chain, ERC-6492 for those that will be: one `eth_call` of the standard's own validator,
 * which is nowhere deployed and changes nothing. Whoever has no code and brings none along is a plain key, whose signature
 * is looked at without the chain; the validator would also take its mirror image (EIP-2).
 */
export function createAskContract(rpc: Rpc): AskContract {
  return async ({ address, message, signature }) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const about = address.toLowerCase() as Address;
    if (!signature.toLowerCase().endsWith(WRAPPED)) {
      const code = await rpc.call('eth_getCode', [about, 'latest'], signal);
      if (code === '0x') return false;
    }
    const data = encodeDeployData({
      abi: universalSignatureValidatorAbi,
      bytecode: universalSignatureValidatorByteCode,
      args: [about, hashMessage(message), signature as Hex],
    });
    try {
      const answer = await rpc.call('eth_call', [{ data, gas: GAS }, 'latest'], signal);
      return typeof answer === 'string' && /^0x0*1$/.test(answer);
    } catch (cause) {
      if (!(cause instanceof RpcAnswerError)) throw cause;
      if (cause.code === REVERTED || /revert|gas|opcode|stack/i.test(cause.message)) return false;
      throw new Fault('chain.badanswer', { retry: true, cause });
    }
  };
}

/**
 * What the chain says of a proof, asked before the transaction, which waits for nobody. It is asked only about a message that
 * waits to be signed: strangers get no questions for free. A fault is thrown where the answer is needed.
 */
export async function gatherSigning(
  ctx: { db: Db; signing: SigningOrigin; askContract?: AskContract | undefined },
  proof: WalletProof,
): Promise<{ signing: SigningOrigin }> {
  const { db, signing, askContract } = ctx;
  const nonce = nonceOf(proof.message);
  if (!askContract || nonce === undefined || (await isSignedByKey(proof))) return { signing };
  if (!(await hasNonce(db, nonce))) return { signing };
  const [told] = await Promise.allSettled([askContract(proof)]);
  const verifyContract: SigningOrigin['verifyContract'] = async (address, message, signature) => {
    const isSame = address === proof.address.toLowerCase() && message === proof.message;
    assert(isSame && signature === proof.signature, 'the chain was asked about this signature');
    if (told.status === 'rejected') throw told.reason;
    return told.value;
  };
  return { signing: { ...signing, verifyContract } };
}
