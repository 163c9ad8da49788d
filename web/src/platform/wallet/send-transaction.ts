import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { encodeFunctionData, maxUint256, parseEventLogs } from 'viem';
import type { Log } from 'viem';
import { Unreachable } from '../api-client.ts';
import { walletErrorCode } from '../error-text.ts';
import { moneyText, moneyTextUp } from '../figure-text.ts';
import { currentLocale } from '../i18n.ts';
import { shortHex } from './address.ts';
import { readChainConfig } from './chain-config.ts';
import { hexOf } from './eip1193.ts';
import type { Hex } from './eip1193.ts';
import { explainRevert } from './explain-revert.ts';
import { DROP_AFTER_MS } from './follow-transaction.ts';
import { contractAt } from './in-app/decode-call.ts';
import { ASK_TOGETHER_METHOD } from './in-app/found.ts';
import { needGas } from './in-app/prepare-transaction.ts';
import { holdQuestion } from './open-question.ts';
import type { ReceiptLog } from './read-subscribed.ts';
import { readChain } from './rpc.ts';
import type { ReadChain } from './rpc.ts';
import {
  addTransaction,
  changeTransaction,
  clearTransaction,
  findTransaction,
} from './transaction-record.ts';
import type { TransactionKind, TransactionRecord } from './transaction-record.ts';
import { currentWallet, ensureChain, request } from './wallet-store.ts';

export type Approval = {
  token: Hex;
  spender: Hex;
  /** Base units; exactly this much is allowed (T24), unless `unlimited` was chosen by the member. */
  amount: bigint;
  unlimited?: boolean;
};

export type TransactionPlan = {
  /** What it is for; the screen finds it again by this. */
  kind: TransactionKind;
  note?: Readonly<Record<string, string>>;
  /** The wallet that was shown: another one that is in use by now signs nothing. */
  from?: Hex | undefined;
  to: Hex;
  data: Hex;
  /** Wei. */
  value?: bigint;
  /** One coin, or several in order: each is asked for only when less is allowed. */
  approve?: Approval | readonly Approval[];
  /** It trades with the pool: more gas goes with it than was counted (see `poolGas`). */
  pool?: boolean;
};

const isOwnWallet = (): boolean => currentWallet().wallet.kind === 'inapp';

type Call = { from: Hex; to: Hex; data: Hex; value: Hex; gas?: Hex };

/**
 * Gas for a call that moves the pool: a quarter and 40,000 more than was counted. The first trade of a second writes the
 * pair's price sums, which no estimate of the second before has seen.
 */
export function poolGas(counted: bigint): bigint {
  return (counted * 5n) / 4n + 40_000n;
}

async function readBig(read: ReadChain, method: string, params: readonly unknown[]): Promise<bigint> {
  return BigInt((await read(method, params)) as string);
}

/** Runs the call without sending it; a revert comes back as cause and remedy. */
async function dryRun(call: Call): Promise<void> {
  try {
    await readChain('eth_call', [call, 'latest']);
  } catch (error) {
    throw explainRevert(error);
  }
}

/**
 * Enough BNB for the network fee? Refuses with `wallet.nogas` or `wallet.needgas` before the wallet is bothered. Answers
 * the call as it is to be sent: with its gas, where that is ours to say.
 */
async function checkGas(call: Call, pool = false): Promise<Call> {
  const [balance, gasPrice] = await Promise.all([
    readBig(readChain, 'eth_getBalance', [call.from, 'latest']),
    readBig(readChain, 'eth_gasPrice', []),
  ]);
  if (balance === 0n && gasPrice > 0n) throw new Refusal('wallet.nogas');
  let gas: bigint;
  try {
    gas = await readBig(readChain, 'eth_estimateGas', [call]);
  } catch (error) {
    throw explainRevert(error);
  }
  const allowed = pool ? poolGas(gas) : gas;
  const needed = allowed * gasPrice + BigInt(call.value);
  if (balance < needed) throw needGas(needed, balance);
  return pool ? { ...call, gas: hexOf(allowed) } : call;
}

/** Without a hash where the wallet answered with an error, and the network has it all the same. */
type Signed = { hash: Hex | undefined; nonce: number; clearTo: number };

/** Minutes may have passed since the last look at the wallet: it may stand on another chain, or be another one. */
async function checkWallet(from: Hex): Promise<void> {
  await ensureChain();
  mustBeInUse(from);
}

function mustBeInUse(from: Hex): void {
  if (currentWallet().address !== from) throw new Refusal('wallet.walletWrong', { address: shortHex(from) });
}

const RECEIPT_EVERY_MS = 500;
const LOOKS_AFTER_ERROR = 4;
const noCodes: ReadonlySet<string> = new Set(['wallet.waiting', 'wallet.unauthorized']);

/** The member's no, or a question that was never asked: nothing can be on its way. Our own wallet knows what it sent. */
function isNothingSent(error: unknown, isOwn: boolean): boolean {
  if (isOwn) return true;
  return error instanceof Refusal ? noCodes.has(error.code) : walletErrorCode(error) === 4001;
}

/** The wallet may have sent it before its error, when its own node answered late: is the nonce taken? Away, nothing is known. */
async function isTaken(from: Hex, nonce: number): Promise<boolean> {
  for (let free = 0; free < LOOKS_AFTER_ERROR;) {
    // oxlint-disable-next-line no-await-in-loop -- polling
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_EVERY_MS));
    try {
      // oxlint-disable-next-line no-await-in-loop -- as above
      const next = await readBig(readChain, 'eth_getTransactionCount', [from, 'pending']);
      if (next > nonce) return true;
      free += 1;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
  }
  return false;
}

/** Asks the wallet to sign and send; nonce and block are noted before, so that it can be followed without its hash. */
async function signAndSend(id: string, call: Call, state: 'approving' | 'signing'): Promise<Signed> {
  await checkWallet(call.from);
  const [nonce, block] = await Promise.all([
    readBig(readChain, 'eth_getTransactionCount', [call.from, 'pending']),
    readBig(readChain, 'eth_blockNumber', []),
  ]);
  const place = { nonce: Number(nonce), clearTo: Number(block) };
  changeTransaction(id, { state, ...(state === 'signing' ? place : {}) });
  const isOwn = isOwnWallet();
  try {
    return { hash: (await request('eth_sendTransaction', [call])) as Hex, ...place };
  } catch (error) {
    if (isNothingSent(error, isOwn) || !(await isTaken(call.from, place.nonce))) throw error;
    return { hash: undefined, ...place };
  }
}

/** Every so many looks one asks about what is allowed and about the nonce, too. */
const THOROUGH_EVERY = 4;
const APPROVAL_PATIENCE_MS = 5 * 60_000;

async function isAllowed(owner: Hex, { token, spender, amount }: Approval): Promise<boolean> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [owner, spender] });
  return (await readBig(readChain, 'eth_call', [{ to: token, data }, 'latest'])) >= amount;
}

/** An approval that is still missing, with its call. */
type Missing = { approval: Approval; call: Call };

/** `taken`: something else has its nonce, as far as this look knows. */
type ApprovalLook = 'allowed' | 'failed' | 'taken' | 'waiting';

async function lookForApproval({ approval, call }: Missing, { hash, nonce }: Signed): Promise<ApprovalLook> {
  // Sped up in the wallet, it has another hash: what counts is what is allowed.
  if (await isAllowed(call.from, approval)) return 'allowed';
  const used = (await readBig(readChain, 'eth_getTransactionCount', [call.from, 'latest'])) > nonce;
  if (!used) return 'waiting';
  // Known by its hash, it has a later nonce than was expected, or another node has not seen it mined.
  const known = hash !== undefined && (await readChain('eth_getTransactionByHash', [hash]));
  return known ? 'waiting' : 'taken';
}

/**
 * Wallets let their owner change the cap: with less than is needed nothing more is asked for. Read from the approval's own
 * receipt: what is allowed now may be asked of a node that has not seen it yet.
 */
async function refuseLess({ approval, call }: Missing, logs: readonly ReceiptLog[]): Promise<void> {
  const { token, spender, amount } = approval;
  const allowed = parseEventLogs({
    abi: erc20Abi,
    eventName: 'Approval',
    args: { owner: call.from, spender },
    logs: logs.filter(({ address }) => address.toLowerCase() === token.toLowerCase()) as Log[],
  }).at(-1)?.args.value;
  if (allowed === undefined || allowed >= amount) return;
  const coin = contractAt(token, (await readChainConfig()).contracts)?.toUpperCase() ?? '';
  const locale = currentLocale();
  const [approved, needed] = [moneyText(allowed, coin, locale), moneyTextUp(amount, coin, locale)];
  throw new Refusal('wallet.approvalless', { approved, needed });
}

/** Undefined when the look found nothing out, or the network is away: one looks again. */
async function lookAtApproval(
  missing: Missing,
  signed: Signed,
  thorough: boolean,
): Promise<ApprovalLook | undefined> {
  try {
    const asked = signed.hash && readChain('eth_getTransactionReceipt', [signed.hash]);
    const receipt = (await asked) as { status: Hex; logs?: readonly ReceiptLog[] } | null | undefined;
    if (receipt && BigInt(receipt.status) !== 1n) return 'failed';
    if (receipt) await refuseLess(missing, receipt.logs ?? []);
    if (receipt) return 'allowed';
    return thorough ? await lookForApproval(missing, signed) : undefined;
  } catch (error) {
    if (error instanceof Unreachable) return undefined;
    throw error;
  }
}

async function waitForApproval(missing: Missing, signed: Signed): Promise<void> {
  const until = Date.now() + APPROVAL_PATIENCE_MS;
  let takenSince: number | undefined;
  for (let looks = 1; Date.now() < until; looks += 1) {
    // oxlint-disable-next-line no-await-in-loop -- polling, every 500 ms (specification §4)
    const look = await lookAtApproval(missing, signed, looks % THOROUGH_EVERY === 0);
    if (look === 'allowed') return;
    if (look === 'failed') throw new Refusal('wallet.failedonchain');
    if (look === 'waiting') takenSince = undefined;
    if (look === 'taken') takenSince ??= Date.now();
    if (takenSince !== undefined && Date.now() - takenSince >= DROP_AFTER_MS)
      throw new Refusal('wallet.approvalgone');
    // oxlint-disable-next-line no-await-in-loop -- as above
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_EVERY_MS));
  }
  throw new Refusal('wallet.approvalslow');
}

/** The approvals that are still missing, in their order; what is allowed already is not asked for again. */
async function missingApprovals(from: Hex, approvals: readonly Approval[]): Promise<Missing[]> {
  const missing = await Promise.all(
    approvals.map(async (approval): Promise<Missing[]> => {
      if (await isAllowed(from, approval)) return [];
      const { token, spender, amount, unlimited } = approval;
      const data = approveData(spender, unlimited ? maxUint256 : amount);
      return [{ approval, call: { from, to: token, data, value: '0x0' } }];
    }),
  );
  return missing.flat();
}

/** Approval comes before spending (specification §4). */
async function approveFirst(id: string, missing: Missing): Promise<void> {
  const { call } = missing;
  changeTransaction(id, { approval: 'needed' });
  await dryRun(call);
  await checkGas(call);
  await waitForApproval(missing, await signAndSend(id, call, 'approving'));
  changeTransaction(id, { approval: 'done' });
}

/**
 * More gas than any call takes that comes after an approval, with what goes along with calls to the pool: counted it can only
 * be once the approval is mined (gas-snapshot.json of the contracts; a test compares).
 */
export const GAS_AFTER_APPROVAL = 450_000n;

/** The in-app wallet asks once for the approvals and for what they are for; others know no such question. */
async function askTogether(id: string, approvals: readonly Call[], call: Call): Promise<void> {
  if (approvals.length === 0 || !isOwnWallet()) return;
  for (const approval of approvals) {
    // oxlint-disable-next-line no-await-in-loop -- what the first one refuses need not be asked of the second
    await dryRun(approval);
  }
  changeTransaction(id, { state: 'approving', approval: 'needed' });
  await request(ASK_TOGETHER_METHOD, [...approvals, { ...call, gas: hexOf(GAS_AFTER_APPROVAL) }]);
}

function newRecord(plan: TransactionPlan, from: Hex, chainId: number): TransactionRecord {
  return {
    id: crypto.randomUUID(),
    kind: plan.kind,
    note: plan.note ?? {},
    state: 'checking',
    chainId,
    from,
    to: plan.to,
    data: plan.data,
    value: hexOf(plan.value ?? 0n),
    approval: 'none',
    nonce: undefined,
    nonceSeen: undefined,
    hashes: [],
    replacedBy: undefined,
    clearTo: undefined,
    startedAt: Date.now(),
    sentAt: undefined,
    doneAt: undefined,
    missingSince: undefined,
    usedSince: undefined,
    byInApp: isOwnWallet(),
    problem: undefined,
  };
}

/**
 * Checks, approves when needed, signs and sends; resolves with the record's id once the network has it. On any refusal or
 * "no" the record is gone again and the reason is thrown; after another error of the wallet only once the network is seen to have nothing.
 */
export async function runTransaction(plan: TransactionPlan): Promise<string> {
  const { from = currentWallet().address } = plan;
  mustBeInUse(from);
  await ensureChain();
  const { chainId } = await readChainConfig();
  const record = newRecord(plan, from, chainId);
  addTransaction(record);
  const release = holdQuestion(record.id);
  try {
    const call: Call = { from, to: plan.to, data: plan.data, value: record.value };
    const approvals = await missingApprovals(from, [plan.approve ?? []].flat());
    await askTogether(
      record.id,
      approvals.map((one) => one.call),
      call,
    );
    for (const missing of approvals) {
      // oxlint-disable-next-line no-await-in-loop -- one at a time, in the order of their nonces
      await approveFirst(record.id, missing);
    }
    await dryRun(call);
    const priced = await checkGas(call, plan.pool);
    const { hash, ...place } = await signAndSend(record.id, priced, 'signing');
    // What was signed is followed, also when its record was taken out of sight meanwhile, here or by another page.
    const approval = approvals.length > 0 ? 'done' : 'none';
    const noted = findTransaction(record.id) ?? { ...record, ...place, approval };
    addTransaction({ ...noted, state: 'sent', hashes: hash ? [hash] : [], sentAt: Date.now() });
    return record.id;
  } catch (error) {
    clearTransaction(record.id);
    throw error;
  } finally {
    release();
  }
}

/** Calldata of an ERC-20 approval; 0 takes back what was allowed. */
export function approveData(spender: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] });
}

/** Calldata of an ERC-20 transfer. */
export function transferData(to: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
}
