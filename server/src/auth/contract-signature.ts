import type { Call, CallParsed } from '@openmere/core/kit/call.ts';
import { Fault, assert } from '@openmere/core/kit/fault.ts';
import {
  encodeDeployData,
  hashMessage,
  universalSignatureValidatorAbi,
  universalSignatureValidatorByteCode,
} from 'viem';
import type { Address, Hex } from 'viem';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Db } from '../platform/db/connect.ts';
import { serveGathered } from '../platform/http/serve.ts';
import type { ActorOf, Api, TxHandler } from '../platform/http/serve.ts';
import { countQuestion, isKeyWallet } from './nonce-store.ts';
import type { FreshProof } from './prove.ts';
import { isSignedByKey, nonceOf } from './wallet-message.ts';
import type { SigningOrigin, WalletProof } from './wallet-message.ts';

/** Asks a contract wallet whether it signed. Nodes that do not answer, or not the same, are a Fault, never a yes or a no. */
export type AskContract = (proof: WalletProof) => Promise<boolean>;

/** For both questions together: somebody waits for the answer, and a contract that means harm must not hold us longer. */
const PATIENCE_MS = 1_000;
/** More than any wallet needs, and a bound for one that means harm. */
const GAS = '0x989680';
/** The end of a signature that brings the wallet's making along (ERC-6492). */
const WRAPPED = '6492649264926492649264926492649264926492649264926492649264926492';
const REVERTED = 3;
/** So many nodes must say yes, where there are so many: one alone could let anybody in. */
const YES_MIN = 2;

/**
 * ERC-1271 for wallets that are on the chain, ERC-6492 for those that will be: one `eth_call` of the standard's own validator,
 * which is nowhere deployed and changes nothing. Whoever has no code and brings none along is a plain key, whose signature
 * is looked at without the chain; the validator would also take its mirror image (EIP-2). Every node is asked: one no is a no.
 */
export function createAskContract(nodes: readonly Rpc[]): AskContract {
  return async (proof) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const told = await Promise.allSettled(nodes.map((rpc) => askNode(rpc, proof, signal)));
    const answers = told.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    if (answers.includes(false)) return false;
    if (answers.length > 0 && answers.length >= Math.min(YES_MIN, nodes.length)) return true;
    const failed = told.find((one) => one.status === 'rejected');
    throw failed?.reason ?? new Fault('chain.unreachable', { retry: true });
  };
}

async function askNode(
  rpc: Rpc,
  { address, message, signature }: WalletProof,
  signal: AbortSignal,
): Promise<boolean> {
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
    // Whatever the contract did, also an answer longer than one is read, is no yes.
    if (cause.code === REVERTED || /revert|gas|opcode|stack|response size/i.test(cause.message)) return false;
    throw new Fault('chain.badanswer', { retry: true, cause });
  }
}

export type AskDeps = { signing: SigningOrigin; askContract?: AskContract | undefined };

/**
 * What the chain says of a proof, asked before the transaction, which waits for nobody. It is asked only about a message that we
 * made for this address and that waits to be signed, and a few times at most: strangers get no questions for free. Of an address
 * that a key has signed for it is not asked at all. A fault is thrown where the answer is needed.
 */
export async function gatherSigning(
  ctx: AskDeps & { db: Db },
  proof: WalletProof,
): Promise<{ signing: SigningOrigin }> {
  const { db, signing, askContract } = ctx;
  const { address, message, signature } = proof;
  const nonce = nonceOf(message);
  if (!askContract || nonce === undefined || (await isSignedByKey(proof))) return { signing };
  const waiting = { nonce, address: address.toLowerCase(), message };
  if (await isKeyWallet(db, waiting.address)) return { signing };
  if (!(await countQuestion(db, waiting))) return { signing };
  const [told] = await Promise.allSettled([askContract(proof)]);
  const verifyContract: SigningOrigin['verifyContract'] = async (about, text, signed) => {
    if (about !== waiting.address || text !== message || signed !== signature) return false;
    if (told.status === 'rejected') throw told.reason;
    return told.value;
  };
  return { signing: { ...signing, verifyContract } };
}

/** The same for a member's bound wallet, which proves who asks for a change (prove.ts). */
export async function gatherOwnSigning(
  ctx: AskDeps & { db: Db; actor: Pick<MemberActor, 'id'> },
  { message, signature }: FreshProof,
): Promise<{ signing: SigningOrigin }> {
  const { db, actor, signing } = ctx;
  if (message === undefined || signature === undefined) return { signing };
  const address = (await findMember(db, actor.id))?.walletAddress ?? null;
  return address === null ? { signing } : gatherSigning(ctx, { address, message, signature });
}

/** Serves a call that a member proves afresh, which the signature of a contract wallet may do. */
export function serveProved<C extends Call, O extends AskDeps>(
  api: Api,
  call: C,
  useCase: TxHandler<C, NoInfer<O>>,
  offers: O,
): void {
  const gather = async (
    { actor }: { actor: ActorOf<C['path']> },
    input: CallParsed<C>,
  ): Promise<{ signing: SigningOrigin }> => {
    assert(actor.kind === 'member', 'who proves something is logged in');
    return gatherOwnSigning({ ...offers, db: api.pipeline.dbOf(call), actor }, input as FreshProof);
  };
  serveGathered(api, call, gather, useCase as never, offers);
}
