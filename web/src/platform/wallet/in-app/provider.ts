import { Refusal } from '@openmere/core/kit/refusal.ts';
import { hexToString, keccak256 } from 'viem';
import type { TypedDataDefinition } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { Unreachable } from '../../api-client.ts';
import { readChainConfig } from '../chain-config.ts';
import { hexOf } from '../eip1193.ts';
import type { Hex } from '../eip1193.ts';
import { explainRevert } from '../explain-revert.ts';
import { readChain } from '../rpc.ts';
import { ProviderError } from '../wallet-error.ts';
import { agree, takeAgreed } from './agreed.ts';
import { askMember } from './approval.ts';
import type { PreparedTransaction } from './approval.ts';
import { contractAt, decodeCall } from './decode-call.ts';
import { ASK_TOGETHER_METHOD, REPLACE_METHOD } from './found.ts';
import { useInAppWallet } from './keeper.ts';
import { withPrivateKey } from './key-holder.ts';
import { prepareReplacement } from './prepare-replacement.ts';
import type { ReplaceRequest } from './prepare-replacement.ts';
import { prepareTransaction, readNextNonce } from './prepare-transaction.ts';
import type { TransactionRequest } from './prepare-transaction.ts';
import { readSignInMessage } from './sign-in-message.ts';

/** Reads that go to our relay as they are. */
const relayed: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
]);

function ownAddress(): Hex {
  const { address } = useInAppWallet.getState();
  if (!address) throw new Refusal('wallet.noinapp');
  return address;
}

/** Signing for another address would be a mistake of the page, or a trick. */
function mustBeOwn(address: unknown): asserts address is string {
  if (typeof address !== 'string' || address.toLowerCase() !== ownAddress())
    throw new Refusal('wallet.unauthorized');
}

async function connect(): Promise<Hex[]> {
  ownAddress();
  if (useInAppWallet.getState().status === 'locked') await askMember({ kind: 'unlock' });
  return [ownAddress()];
}

async function signMessage(message: unknown, address: unknown): Promise<Hex> {
  mustBeOwn(address);
  const raw = /^0x([0-9a-fA-F]{2})*$/.test(String(message)) ? (message as Hex) : undefined;
  const text = raw ? hexToString(raw) : String(message);
  const { chainId } = await readChainConfig();
  const here = { host: location.host, origin: location.origin, chainId, address: ownAddress() };
  const signIn = readSignInMessage(text, here);
  await askMember({ kind: 'message', text, signIn });
  return withPrivateKey(address, (key) =>
    privateKeyToAccount(key).signMessage({ message: raw ? { raw } : text }),
  );
}

async function signTyped(address: unknown, given: unknown): Promise<Hex> {
  mustBeOwn(address);
  const typed = (typeof given === 'string' ? JSON.parse(given) : given) as TypedDataDefinition;
  const { chainId, contracts } = await readChainConfig();
  if (typed.domain?.chainId !== undefined && Number(typed.domain.chainId) !== chainId)
    throw new Refusal('wallet.signinchain');
  const { verifyingContract, name } = typed.domain ?? {};
  const asText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
  await askMember({
    kind: 'typed',
    primaryType: typed.primaryType,
    domain: name ?? '',
    contract: contractAt(verifyingContract, contracts) ?? verifyingContract,
    message: JSON.stringify(typed.message, asText, 2),
  });
  return withPrivateKey(address, (key) => privateKeyToAccount(key).signTypedData(typed));
}

async function sendTransaction(request: TransactionRequest): Promise<Hex> {
  const { chainId, contracts } = await readChainConfig();
  const transaction = await prepareTransaction(request, { address: ownAddress(), chainId });
  if (takeAgreed(transaction)) return signAndSend(transaction);
  const call = decodeCall(transaction.to, transaction.data, contracts);
  await askMember({ kind: 'transaction', transaction, call });
  await mustStillPass(transaction);
  // Another window may have sent something meanwhile: with one nonce, the dearer of both would take the other's place.
  const nonce = request.nonce ? transaction.nonce : await readNextNonce(transaction.from);
  return signAndSend({ ...transaction, nonce });
}

/** The question may have stood open for an hour: what fails by now would cost its fee for nothing. */
async function mustStillPass({ from, to, data, value }: PreparedTransaction): Promise<void> {
  try {
    await readChain('eth_call', [{ from, to, data, value: hexOf(value) }, 'latest']);
  } catch (error) {
    throw explainRevert(error);
  }
}

async function signAndSend({ from, ...fields }: PreparedTransaction): Promise<Hex> {
  const signed = await withPrivateKey(from, (key) =>
    privateKeyToAccount(key).signTransaction({ ...fields, type: 'eip1559' }),
  );
  return broadcast(signed);
}

/** Takes the place of one that waits, with what that costs in sight. Null when it waits no longer, also when that came in between. */
async function replace(request: ReplaceRequest): Promise<Hex | null> {
  const { chainId, contracts } = await readChainConfig();
  const prepared = await prepareReplacement(request, { address: ownAddress(), chainId });
  if (!prepared) return null;
  const { transaction, feeBefore } = prepared;
  const call = decodeCall(transaction.to, transaction.data, contracts);
  await askMember({ kind: 'transaction', transaction, call, replaces: { how: request.how, feeBefore } });
  return signAndSend(transaction).catch((error: unknown) => {
    if (/nonce too low/i.test(String(error))) return null;
    throw error;
  });
}

/**
 * Asks once for several transactions that follow each other: approvals, then what they are for, whose gas must be given since
 * it cannot be counted before. Each of them is signed without a question when it comes, if it is what was shown. A wallet
 * that may not have enough for the highest fee of all of them is not asked here: each one is asked for as it comes.
 */
async function askTogether(requests: readonly TransactionRequest[]): Promise<void> {
  const { chainId, contracts } = await readChainConfig();
  const wallet = { address: ownAddress(), chainId };
  const prepared = await Promise.all(requests.map((one) => prepareTransaction(one, wallet))).catch(notEnough);
  if (!prepared) return;
  const feeMost = prepared.reduce((sum, { gas, maxFeePerGas }) => sum + gas * maxFeePerGas, 0n);
  const asked = prepared.map((transaction) => ({
    kind: 'transaction' as const,
    transaction,
    call: decodeCall(transaction.to, transaction.data, contracts),
  }));
  const last = asked.at(-1);
  if (!last) return;
  await askMember({ ...last, before: asked.slice(0, -1) });
  agree(prepared, feeMost);
}

function notEnough(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'wallet.needgas') return undefined;
  throw error;
}

const BROADCAST_TRIES = 3;

/** Nodes differ in wording and agree in these words, as for our own server (failover.ts). */
function isKnown(error: unknown): boolean {
  return /already known|known transaction|already imported|already in (the )?pool/i.test(String(error));
}

/**
 * Sends signed bytes; the same bytes again when the answer got lost. "Already known" is no failure (rulebook §5), nor is a used
 * nonce after a lost answer: it may be ours, and following it by nonce tells. So the hash is given out after the last try, too.
 */
async function broadcast(signed: Hex): Promise<Hex> {
  const hash = keccak256(signed);
  let isLost = false;
  for (let left = BROADCAST_TRIES; left > 0; left -= 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await readChain('eth_sendRawTransaction', [signed]);
      return hash;
    } catch (error) {
      if (error instanceof Unreachable) {
        isLost = true;
        continue;
      }
      if (isKnown(error)) return hash;
      if (!/nonce too low/i.test(String(error))) throw error;
      // oxlint-disable-next-line no-await-in-loop -- decides whether there is another try
      if (isLost || (await readChain('eth_getTransactionByHash', [hash])) !== null) return hash;
      throw error;
    }
  }
  return hash;
}

/** The in-app wallet as one more EIP-1193 provider: reads go to the relay, every signature asks the member. */
export async function requestInApp(method: string, params: readonly unknown[]): Promise<unknown> {
  if (relayed.has(method)) return readChain(method, params);
  switch (method) {
    case 'eth_requestAccounts':
      return connect();
    case 'net_version':
      return String((await readChainConfig()).chainId);
    case 'personal_sign':
      return signMessage(params[0], params[1]);
    case 'eth_signTypedData_v4':
      return signTyped(params[0], params[1]);
    case 'eth_sendTransaction':
      return sendTransaction(params[0] as TransactionRequest);
    case ASK_TOGETHER_METHOD:
      return askTogether(params as readonly TransactionRequest[]);
    case REPLACE_METHOD:
      return replace(params[0] as ReplaceRequest);
    default:
      throw new ProviderError(4200, `${method} is not known to the in-app wallet`);
  }
}
