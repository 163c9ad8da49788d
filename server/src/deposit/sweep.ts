import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import { dustBelow } from '@openmere/core/deposit/rules.ts';
import { encodeFunctionData } from 'viem';
import { findChainState } from '../platform/chain/cursor-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { listWaitingPayouts } from '../withdrawal/state-store.ts';
import { findPlaces } from './address-store.ts';
import { broadcastSweep, signSweep } from './sign-sweep.ts';
import type { SweepDeps } from './sign-sweep.ts';
import { closeSweep, insertSweep, listOpenSenders, listOpenSweeps, listTargets } from './sweep-store.ts';
import type { Sweep, SweepOutcome, SweepTarget } from './sweep-store.ts';

/** What one run did. `nogas`, `dear`: it waits, for BNB at the sweeper's address or for a lower gas price. */
export type Swept = 'nothing' | 'sent' | 'again' | 'bumped' | 'nogas' | 'dear';

const ADDRESSES_MAX = 40;
/** Sweeps that are mined and not final: so many more may follow them meanwhile. */
const OPEN_MAX = 10;
/** An unmined sweep gets a higher fee after this time. */
const BUMP_MS = 120_000;
/** Addresses whose sweep failed are left alone for so long: it would only burn gas. */
const FAILED_MS = 600_000;

/**
 * One step of emptying deposit addresses into the treasury. A sweep's bytes are stored before they are sent, sent again until
 * it is mined, and replaced with a higher fee when they lie too long. It is over when its nonce is consumed at the indexer's
 * cursor, a final block whose events are all applied, read by that block's hash: a transaction count of another moment ends
 * nothing. Which deposits were moved, and what lies at an address, is told by the final transfer events alone, so that an
 * address may be swept again as soon as its last sweep is final. Repeating a sweep moves nothing.
 */
export async function sweepDeposits(ctx: Pick<Ctx, 'now'> & SweepDeps): Promise<Swept> {
  const { now } = ctx;
  const sender = ctx.account.address.toLowerCase() as Hex;
  for (const one of await listOpenSenders(ctx.db, ctx.chainId)) await closeFinal(ctx, one, now);
  const open = newestAttempts(await listOpenSweeps(ctx.db, ctx.chainId, sender));
  const latest = await countOf(ctx, sender, 'latest');
  const [unmined] = open.filter(({ nonce }) => nonce >= latest);
  if (unmined) return sendAgain(ctx, unmined, latest, now);
  if (open.length >= OPEN_MAX) return 'nothing';
  const next = open.reduce((nonce, sweep) => (sweep.nonce >= nonce ? sweep.nonce + 1n : nonce), latest);
  // Another transaction of this key is on its way (a release of held liquidity): its nonce is not ours to take.
  if ((await countOf(ctx, sender, 'pending')) > next) return 'nothing';
  const group = await nextGroup(ctx, sender, now);
  return group ? send(ctx, group, { nonce: next, attempt: 0 }, now) : 'nothing';
}

async function countOf({ rpc }: SweepDeps, sender: Hex, block: unknown): Promise<bigint> {
  return BigInt(String(await rpc.call('eth_getTransactionCount', [sender, block])));
}

/** Of each nonce the newest attempt, by nonce. */
function newestAttempts(sweeps: readonly Sweep[]): Sweep[] {
  return sweeps.filter(({ nonce }, index) => sweeps[index - 1]?.nonce !== nonce);
}

/** Ends the sweeps whose nonces are consumed at the indexer's cursor. */
async function closeFinal(deps: SweepDeps, sender: Hex, now: Date): Promise<void> {
  const { db, chainId, log } = deps;
  const attempts = await listOpenSweeps(db, chainId, sender);
  const cursor = await findChainState(db, chainId);
  if (!cursor?.hash) return;
  const consumed = await countOf(deps, sender, { blockHash: cursor.hash, requireCanonical: true });
  for (const { nonce } of newestAttempts(attempts).filter((one) => one.nonce < consumed)) {
    const own = attempts.filter((attempt) => attempt.nonce === nonce);
    const outcome = await outcomeOf(deps, own, cursor.number);
    if (outcome !== 'swept')
      log?.error({ nonce: String(nonce), outcome }, 'a sweep did not empty its addresses');
    await inTransaction(db, (tx) => closeSweep(tx, { chainId, sender, nonce, outcome, at: now }));
  }
}

/**
 * By the receipts of a consumed nonce. Without one another transaction took it, or the node does not tell: what still lies
 * at the addresses is swept again either way.
 */
async function outcomeOf(
  { rpc }: SweepDeps,
  attempts: readonly Sweep[],
  final: bigint,
): Promise<SweepOutcome> {
  for (const { tx_hash } of attempts) {
    const receipt = (await rpc.call('eth_getTransactionReceipt', [tx_hash])) as {
      status?: string;
      blockNumber?: string;
    } | null;
    if (!receipt?.blockNumber || BigInt(receipt.blockNumber) > final) continue;
    return receipt.status === '0x1' ? 'swept' : 'reverted';
  }
  return 'replaced';
}

type Group = { token: Hex; factory: Hex; targets: SweepTarget[] };

/** What to sweep next: first the coins that approved payouts wait for, down to small deposits, then what is worth its gas. */
async function nextGroup(deps: SweepDeps, sender: Hex, now: Date): Promise<Group | undefined> {
  const { chainContracts, depositMin, depositSweepMin } = await readSettings(deps.db);
  const usual = deps.minimum ?? depositSweepMin;
  const small = deps.minimum ?? dustBelow(depositMin);
  const tokens = reserveTokens(chainContracts).map(({ token }) => token);
  const short = await listShort(deps);
  const order = [
    ...tokens.filter((token) => short.has(token)).map((token) => ({ token, minimum: small })),
    ...tokens.filter((token) => !short.has(token)).map((token) => ({ token, minimum: usual })),
  ];
  const failedSince = new Date(now.getTime() - FAILED_MS);
  for (const { token, minimum } of order) {
    const wanted = { sender, minimum, failedSince, limit: ADDRESSES_MAX };
    const targets = await listTargets(deps.db, deps.chainId, token, wanted);
    const factory = targets[0]?.factory;
    if (factory) return { token, factory, targets: targets.filter((target) => target.factory === factory) };
  }
  return undefined;
}

/** Tokens of which the treasury holds less than approved payouts wait for. Only the order of sweeps rests on it. */
async function listShort(deps: SweepDeps): Promise<Set<Hex>> {
  const { chainContracts } = await readSettings(deps.db);
  const { treasury } = chainContracts;
  const short = new Set<Hex>();
  for (const { coin, amount } of await listWaitingPayouts(deps.db, deps.chainId)) {
    const token = reserveTokens(chainContracts).find((one) => one.coin === coin)?.token;
    if (!token || !treasury) continue;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [treasury] });
    const held = BigInt(String(await deps.rpc.call('eth_call', [{ to: token, data }, 'latest'])));
    if (held < amount) short.add(token);
  }
  return short;
}

/** The lowest unmined sweep once more; with a higher fee when it has lain too long; below it whatever nonce is missing. */
async function sendAgain(deps: SweepDeps, unmined: Sweep, latest: bigint, now: Date): Promise<Swept> {
  const isMissing = unmined.nonce > latest;
  if (!isMissing && now.getTime() - unmined.created_at.getTime() < BUMP_MS) {
    await broadcastSweep(deps, unmined.raw);
    return 'again';
  }
  const targets = await findPlaces(deps.db, unmined.addresses);
  const factory = targets[0]?.factory;
  if (!factory) return 'nothing';
  const group = { token: unmined.token, factory, targets };
  if (isMissing) return send(deps, group, { nonce: latest, attempt: 0 }, now);
  const bumped = await send(
    deps,
    group,
    { nonce: unmined.nonce, attempt: unmined.attempt + 1, replaced: unmined.raw },
    now,
  );
  // Dearer than allowed: the old bytes still count.
  if (bumped === 'dear') await broadcastSweep(deps, unmined.raw);
  return bumped === 'sent' ? 'bumped' : bumped;
}

type Slot = { nonce: bigint; attempt: number; replaced?: Hex };

async function send(deps: SweepDeps, group: Group, slot: Slot, now: Date): Promise<Swept> {
  const signed = await signSweep(deps, { group, slot });
  if (typeof signed === 'string') return signed;
  const { nonce, attempt } = slot;
  await inTransaction(deps.db, (tx) =>
    insertSweep(tx, {
      chain_id: deps.chainId,
      sender: deps.account.address.toLowerCase() as Hex,
      nonce,
      attempt,
      token: group.token,
      addresses: group.targets.map(({ address }) => address),
      ...signed,
      created_at: now,
    }),
  );
  await broadcastSweep(deps, signed.raw);
  return 'sent';
}
