import { reserveRootsAbi } from '@openmere/core/chain/abi/reserve-roots.ts';
import { encodeFunctionData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hex } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { anvilKeys, TEST_CHAIN_ID, waitMined } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { mine, openAnvilContext } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp } from '../test/context.ts';
import { findProof, insertProof } from './proof-store.ts';
import { publishProof } from './publish-proof.ts';
import type { Published } from './publish-proof.ts';
import { showReserves } from './show-reserves.ts';

let context: AnvilContext;
let contract: Hex;
const account = privateKeyToAccount(anvilKeys[0]);
const today = Math.floor(Date.now() / 86_400_000);
beforeAll(async () => {
  context = await openAnvilContext();
  contract = context.contracts.reserveRoots?.toLowerCase() as Hex;
  await settle();
}, 120_000);
afterAll(() => context.close());

async function settle(): Promise<void> {
  await mine(context);
  await catchUp(context.follower());
}
const publish = (rpc: Rpc = context.rpc): Promise<Published> =>
  publishProof({
    db: context.db,
    rpc,
    chainId: TEST_CHAIN_ID,
    account,
    contract,
    gasPriceMax: 10n ** 12n,
    now: new Date(),
  });
const prove = (day: number, hash: string) =>
  inTransaction(context.db, (tx) =>
    insertProof(
      tx,
      {
        day,
        takenAt: new Date(),
        chainId: TEST_CHAIN_ID,
        block: 1n,
        blockHash: `0x${'ab'.repeat(32)}`,
        hash,
        treasury: contract,
        coldAddress: null,
      },
      [],
    ),
  );
const publicationOf = async (day: number) => {
  const text = new Date(day * 86_400_000).toISOString().slice(0, 10);
  return (await inTransaction(context.db, (tx) => showReserves({ tx }, { day: text })))?.published;
};
const sentSoFar = () => context.rpc.call('eth_getTransactionCount', [account.address, 'latest']);

test('refuses: to call published what no final block says', async () => {
  expect(await publish()).toBe('nothing');
  await prove(today - 1, 'a1'.repeat(32));
  const before = await sentSoFar();
  expect(await publish()).toBe('sent');
  expect(await publicationOf(today - 1)).toBeNull();
  // Mined, and the follower knows nothing of it: it is not sent again, and not said.
  expect(await publish()).toBe('nothing');
  expect(BigInt(String(await sentSoFar()))).toBe(BigInt(String(before)) + 1n);
  expect(await publicationOf(today - 1)).toBeNull();
  await settle();
  expect(await publish()).toBe('published');
  const place = await publicationOf(today - 1);
  expect(place).toMatchObject({ contract, publisher: account.address.toLowerCase() });
  expect(await publish()).toBe('nothing');
});

test('refuses: to go on when another hash stands under our address', async () => {
  await prove(today, 'b2'.repeat(32));
  const data = encodeFunctionData({
    abi: reserveRootsAbi,
    functionName: 'publish',
    args: [BigInt(today), `0x${'ee'.repeat(32)}`],
  });
  const sent = await context.rpc.call('eth_sendTransaction', [{ from: account.address, to: contract, data }]);
  await waitMined(context.rpc, sent as Hex);
  await settle();
  expect(await publish()).toBe('differs');
  expect(await publicationOf(today)).toBeNull();
});

test('behavior: a block that is taken back is published again', async () => {
  await inTransaction(context.owner, async (tx) => {
    await tx
      .deleteFrom('reserve_proof' as never)
      .where('day' as never, '=', today as never)
      .execute();
  });
  await prove(today - 2, 'c3'.repeat(32));
  expect((await inTransaction(context.db, (tx) => findProof(tx, today - 2)))?.hash).toBe('c3'.repeat(32));
  expect(await publish()).toBe('sent');
  // Else the node mines what it took back before it can be dropped.
  await context.rpc.call('evm_setAutomine', [false]);
  await context.rpc.call('anvil_reorg', [1, []]);
  await context.rpc.call('anvil_dropAllTransactions');
  await context.rpc.call('evm_setAutomine', [true]);
  await settle();
  expect(await publish()).toBe('sent');
  await settle();
  expect(await publish()).toBe('published');
});
