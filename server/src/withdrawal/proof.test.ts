import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberBalance } from '../ledger/balances.ts';
import { readHalt } from '../ledger/halt.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { anvilAccounts, anvilKeys } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { createPayer } from '../platform/signing/payer.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator } from '../test/people.ts';
import type { TestOperator } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';
import { broadcastPayouts } from './broadcast.ts';
import { decideWithdrawal } from './decide.ts';
import { showDecision } from './decision-dry-run.ts';
import { followPayouts } from './follow.ts';
import { createPayoutChain, encodePay } from './payout-chain.ts';
import { payoutIdOf } from './payout-id.ts';
import { releaseWithdrawal } from './release.ts';
import { signApproved } from './signer-loop.ts';
import { sendTokens, startPayouts } from './test-payout.ts';
import type { Payouts } from './test-payout.ts';

let context: TestContext;
let payouts: Payouts;
let first: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  context = await openTestContext();
  payouts = await startPayouts(context);
  first = await addOperator(context);
  second = await addOperator(context);
}, 60_000);
afterAll(async () => {
  await payouts.close();
  await context.close();
});

type Approved = { id: string; memberId: string };

async function approved(): Promise<Approved> {
  const member = await addMember(context, { coins: 20 });
  const { id } = await request(context, member, '20');
  const decision = { id, decision: 'approve' as const, reason: 'looked at it' };
  await inTransaction(context.db, (tx) => decideWithdrawal({ tx, actor: first }, decision));
  return { id, memberId: member.id };
}
const rowOf = (id: string) =>
  context.db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const statusOf = async (id: string): Promise<string> => (await rowOf(id)).status;
const looksOf = (id: string) =>
  context.db.selectFrom('payout_look').selectAll().where('withdrawal_id', '=', id).orderBy('id').execute();
const balanceOf = ({ memberId }: Approved) => memberBalance(context.db, memberId, 'USDT');
async function release(operator: TestOperator, id: string, deps: Partial<typeof payouts.delivery> = {}) {
  const { hash } = await showDecision(context, { id, action: 'release' });
  return releaseWithdrawal(
    { ...payouts.delivery, ...deps, db: context.db, actor: operator, signerMs: 500 },
    { id, reason: 'nothing left', hash },
  );
}

/** A node that answers as `change` says. */
function rpcThat(change: (method: string, params: unknown[], ask: Rpc['call']) => Promise<unknown>): Rpc {
  const { rpc } = payouts.anvil;
  const call: Rpc['call'] = (method, params = []) =>
    change(method, [...params], (...asked) => rpc.call(...asked));
  return {
    call,
    batch: (requests) => Promise.all(requests.map(({ method, params }) => call(method, params))),
  };
}
function chainOver(rpc: Rpc, options: { confirmations?: number; nodes?: Rpc[] } = {}) {
  const treasury = payouts.contracts.treasury?.toLowerCase() as Hex;
  return createPayoutChain(rpc, { treasury, confirmations: 1, ...options });
}

/** Signs and hands over nothing; another transaction of the same key takes the nonce, and becomes final. */
async function replaced(): Promise<Approved & { foreign: Hex }> {
  const one = await approved();
  await signApproved(payouts.signer);
  const { nonce } = await context.db
    .selectFrom('payout')
    .select('nonce')
    .where('withdrawal_id', '=', one.id)
    .executeTakeFirstOrThrow();
  const thief = await createPayer(anvilKeys[2]).sign({
    chainId: 31337,
    nonce: Number(nonce),
    to: anvilAccounts[0],
    data: '0x',
    gasLimit: 21_000n,
    maxFee: 10n ** 10n,
    priorityFee: 0n,
  });
  await payouts.anvil.rpc.call('eth_sendRawTransaction', [thief.raw]);
  await broadcastPayouts(payouts.delivery);
  return { ...one, foreign: thief.hash };
}
/** Makes a block, lets the indexer follow, and looks: as time goes by. */
async function rounds(count: number, deps = payouts.delivery): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await payouts.mine(1);
    await payouts.follow();
    await followPayouts(deps);
  }
}

test('refuses: to fail a paid payout because a node answers a numbered block with a later state', async () => {
  const { id } = await approved();
  await payouts.anvil.rpc.call('evm_setAutomine', [false]);
  await signApproved(payouts.signer);
  await broadcastPayouts(payouts.delivery);
  // No receipt yet; then it is mined, and from there on every block is answered with the newest state.
  const rpc = rpcThat(async (method, params, ask) => {
    const answer = await ask(method, method === 'eth_getTransactionCount' ? [params[0], 'latest'] : params);
    if (method === 'eth_getTransactionReceipt' && answer === null) await ask('evm_mine');
    return answer;
  });
  const chain = chainOver(rpc, { confirmations: 3 });
  for (let round = 0; round < 8; round += 1) {
    await payouts.follow();
    await followPayouts({ ...payouts.delivery, chain }).catch((error: unknown) =>
      expect(error).toBeInstanceOf(Fault),
    );
  }
  expect(await statusOf(id)).toBe('sent');
  await payouts.anvil.rpc.call('evm_setAutomine', [true]);
  await payouts.mine();
  await payouts.round();
  expect(await statusOf(id)).toBe('confirmed');
});

test('behavior: a nonce consumed by another transaction fails the payout after five looks over two blocks; two operators give the money back, once', async () => {
  const one = await replaced();
  const { id, foreign } = one;
  await rounds(3);
  expect(await statusOf(id)).toBe('sending');
  await rounds(7);
  expect(await rowOf(id)).toMatchObject({ status: 'failed', reason: 'replaced', released_at: null });
  const looks = await looksOf(id);
  expect(looks).toHaveLength(5);
  expect(new Set(looks.map(({ tx_hash }) => tx_hash))).toEqual(new Set([foreign]));
  expect(looks.every(({ raw }) => raw?.startsWith('0x02'))).toBe(true);
  expect((looks[4]?.block_number ?? 0n) - (looks[0]?.block_number ?? 0n)).toBeGreaterThanOrEqual(2n);
  // No answer from the chain, no release.
  const silent = chainOver(rpcThat(() => Promise.reject(new Fault('chain.unreachable', { retry: true }))));
  await expect(release(first, id, { chain: silent })).rejects.toThrow('chain.unreachable');
  expect(await release(first, id)).toMatchObject({ status: 'failed', released: false, releases: [{}] });
  expect(await balanceOf(one)).toEqual({ available: 0n, held: 20n * oneCoin });
  await expect(release(first, id)).rejects.toThrow('withdrawal.twopersons');
  const unseen = { ...payouts.delivery, db: context.db, actor: second };
  await expect(releaseWithdrawal(unseen, { id, reason: 'nothing left' })).rejects.toThrow(
    'operator.proposalchanged',
  );
  await expect(release(second, id, { chain: silent })).rejects.toThrow('chain.unreachable');
  expect(await release(second, id)).toMatchObject({ status: 'failed', released: true });
  expect(await balanceOf(one)).toEqual({ available: 20n * oneCoin, held: 0n });
  await expect(release(second, id)).rejects.toThrow('withdrawal.notreviewing');
}, 30_000);

test('behavior: looks are kept over restarts, not hurried, and count anew when one contradicts', async () => {
  const { id } = await replaced();
  const slow = { ...payouts.delivery, proof: { looks: 5, spacingMs: 60_000, blocks: 2 } };
  await rounds(6, slow);
  expect(await looksOf(id)).toHaveLength(1);
  // Another node, that has not seen the foreign transaction: what the first one saw no longer stands.
  const blind = rpcThat((method, params, ask) =>
    method === 'eth_getTransactionCount' ? ask(method, [params[0], '0x1']) : ask(method, params),
  );
  await rounds(1, { ...payouts.delivery, chain: chainOver(blind) });
  expect((await looksOf(id)).map(({ finding }) => finding)).toEqual(['replaced', 'other']);
  await rounds(4);
  expect(await statusOf(id)).toBe('sending');
  await rounds(1);
  expect(await statusOf(id)).toBe('failed');
}, 30_000);

test('refuses: to fail while a second node does not answer, or says otherwise', async () => {
  const { id } = await replaced();
  const silent = rpcThat(() => Promise.reject(new Fault('chain.unreachable', { retry: true })));
  const unsure = rpcThat((method, params, ask) =>
    method === 'eth_getTransactionCount' ? ask(method, [params[0], '0x1']) : ask(method, params),
  );
  for (const witness of [silent, unsure]) {
    const chain = chainOver(payouts.anvil.rpc, { nodes: [payouts.anvil.rpc, witness] });
    for (let round = 0; round < 7; round += 1) {
      await rounds(1, { ...payouts.delivery, chain }).catch((error: unknown) =>
        expect(error).toBeInstanceOf(Fault),
      );
    }
    expect(await looksOf(id)).toEqual([]);
  }
  await rounds(6, {
    ...payouts.delivery,
    chain: chainOver(payouts.anvil.rpc, { nodes: [payouts.anvil.rpc, payouts.anvil.rpc, silent] }),
  });
  expect(await statusOf(id)).toBe('failed');
}, 30_000);

test('refuses: a foreign transaction that the node made up', async () => {
  const { id } = await approved();
  await signApproved(payouts.signer);
  const { payer, nonce } = await context.db
    .selectFrom('payout')
    .select(['payer', 'nonce'])
    .where('withdrawal_id', '=', id)
    .executeTakeFirstOrThrow();
  // Some transaction of somebody else, shown as one of our key.
  await sendTokens(payouts.anvil, payouts.contracts.usdt ?? '', anvilAccounts[0], 1n);
  const liar = rpcThat(async (method, params, ask) => {
    if (method === 'eth_getTransactionCount') return `0x${(nonce + 1n).toString(16)}`;
    const answer = await ask(method, params);
    if (method !== 'eth_getBlockByNumber' || params[1] !== true) return answer;
    const block = answer as { transactions: object[] };
    const transactions = block.transactions.map((one) => ({
      ...one,
      from: payer,
      nonce: `0x${nonce.toString(16)}`,
    }));
    return { ...block, transactions };
  });
  for (let round = 0; round < 8; round += 1) {
    await rounds(1, { ...payouts.delivery, chain: chainOver(liar) }).catch((error: unknown) =>
      expect(error).toBeInstanceOf(Fault),
    );
  }
  expect(await looksOf(id)).toEqual([]);
  await payouts.round();
  expect(await statusOf(id)).toBe('confirmed');
}, 30_000);

test('behavior: a failed payout whose money was not given back is confirmed when its payment shows after all', async () => {
  const one = await replaced();
  const { id } = one;
  await rounds(10);
  expect(await statusOf(id)).toBe('failed');
  await release(first, id);
  const row = await rowOf(id);
  const { treasury, usdt } = payouts.contracts;
  const call = { id: payoutIdOf(id), token: usdt as Hex, to: row.address as Hex, amount: row.received };
  await payouts.anvil.rpc.call('eth_sendTransaction', [
    { from: anvilAccounts[2], to: treasury, data: encodePay(call) },
  ]);
  await payouts.mine();
  // Before the indexer has read that far nobody knows; once it is final, the second operator is refused.
  await payouts.follow();
  await expect(release(second, id)).rejects.toThrow('withdrawal.notreviewing');
  expect(await rowOf(id)).toMatchObject({ status: 'confirmed', released_at: null });
  expect(await balanceOf(one)).toEqual({ available: 0n, held: 0n });
  expect(await readHalt(context.db)).toBeUndefined();
}, 30_000);

test('behavior: an approved one that was never signed is given back on the signer’s word, by two operators', async () => {
  const one = await approved();
  const { id } = one;
  await payouts.mine();
  await payouts.follow();
  // What the app writes into the row proves nothing.
  await context.db.updateTable('withdrawal').set({ blocked: 'cap: day' }).where('id', '=', id).execute();
  await release(first, id);
  await expect(release(second, id)).rejects.toThrow('withdrawal.signersilent');
  expect(await balanceOf(one)).toEqual({ available: 0n, held: 20n * oneCoin });
  const asked = release(second, id);
  await signApproved(payouts.signer);
  expect(await asked).toMatchObject({ status: 'failed', released: true });
  expect(await balanceOf(one)).toEqual({ available: 20n * oneCoin, held: 0n });
});

test('refuses: the yes of an operator who has no access any more as one of the two who give money back', async () => {
  const one = await approved();
  await payouts.mine();
  await payouts.follow();
  const gone = await addOperator(context);
  await release(gone, one.id);
  await context.owner
    .updateTable('operator')
    .set({ disabled_at: new Date() })
    .where('id', '=', gone.id)
    .execute();
  expect(await release(first, one.id)).toMatchObject({ status: 'approved', released: false });
  await expect(release(first, one.id)).rejects.toThrow('withdrawal.twopersons');
  const asked = release(second, one.id);
  await signApproved(payouts.signer);
  expect(await asked).toMatchObject({ status: 'failed', released: true });
});

test('refuses: the signer’s word for what its journal knows, and a second signature for it', async () => {
  const { id } = await approved();
  await payouts.signer.journal.add([{ id, nonce: 999, hash: `0x${'7'.repeat(64)}` }]);
  await payouts.mine();
  await payouts.follow();
  await release(first, id);
  const asked = release(second, id);
  asked.catch(() => undefined);
  await signApproved(payouts.signer);
  await expect(asked).rejects.toThrow('withdrawal.signersilent');
  expect((await rowOf(id)).blocked).toBe('journal: signed before');
});

test('behavior: a payout that reverts fails with its proof', async () => {
  const { treasury, usdt } = payouts.contracts;
  if (!treasury || !usdt) throw new Error('treasury and usdt are deployed');
  const { id } = await approved();
  await signApproved(payouts.signer);
  // Emptied between signing and mining: the token refuses.
  const holdings = await payouts.chain.holdings(usdt);
  const drain = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [anvilAccounts[1], holdings],
  });
  await payouts.anvil.rpc.call('anvil_impersonateAccount', [treasury]);
  await payouts.anvil.rpc.call('anvil_setBalance', [treasury, '0xde0b6b3a7640000']);
  await payouts.anvil.rpc.call('eth_sendTransaction', [{ from: treasury, to: usdt, data: drain }]);
  await broadcastPayouts(payouts.delivery);
  await rounds(9);
  expect(await rowOf(id)).toMatchObject({ status: 'failed', reason: 'reverted' });
  await sendTokens(payouts.anvil, usdt, treasury, holdings);
});
