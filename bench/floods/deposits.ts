import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { announceBalances } from '@openmere/server/asset/announce.ts';
import { depositHandlers } from '@openmere/server/deposit/on-chain.ts';
import { sendFlood } from '@openmere/server/deposit/test-flood.ts';
import { Follower } from '@openmere/server/platform/chain/follower.ts';
import type { Hex } from '@openmere/server/platform/chain/log.ts';
import { createChainReader, quantity } from '@openmere/server/platform/chain/reader.ts';
import {
  anvilAccounts,
  deployForTest,
  startTestAnvil,
  TEST_CHAIN_ID,
} from '@openmere/server/platform/chain/test-anvil.ts';
import { createDatabase, inTransaction } from '@openmere/server/platform/db/connect.ts';
import { startEmbedded } from '@openmere/server/platform/db/embedded.ts';
import { migrate } from '@openmere/server/platform/db/migrate.ts';
import { unlockSecrets } from '@openmere/server/platform/secrets-box.ts';
import { writeSetting } from '@openmere/server/setting/write.ts';
import { postGroups } from '@openmere/server/swap/post-groups.ts';
import { encodeFunctionData } from 'viem';

/**
 * `node bench/floods/deposits.ts [--most 20000]`: how long an honest deposit waits behind tiny transfers to other deposit
 * addresses in its block, from the moment the block is final until it is credited (goal at 20,000: 5 s), and how long one
 * look takes while the block is not final. The first line, without a flood, is the reference.
 */
const { values: options } = parseArgs({ options: { most: { type: 'string', default: '20000' } } });
const counts = [0, 2_000, 20_000].filter((count) => count <= Number(options.most));
const coin = 10n ** 18n;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'openmere-flood-'));
const server = await startEmbedded(join(folder, 'postgres'), () => undefined);
const anvil = await startTestAnvil();
try {
  const key = randomBytes(32);
  unlockSecrets({ fieldKey: key, pepper: key, cursorKey: key });
  await migrate(server.url);
  const { db, pool, close } = createDatabase(server.url, 'owner', { max: 4, statementTimeoutMs: 60_000 });
  const contracts = await deployForTest(anvil.url);
  await inTransaction(db, (tx) =>
    writeSetting(
      { tx },
      { name: 'chainContracts', text: JSON.stringify(contracts), changedBy: 'installation' },
    ),
  );
  const members = `insert into member (id, nickname, nickname_key, invitation_code, inviter_id, country, wallet_address,
      wallet_bound_at, activated_at)
    select case i when 0 then 'mem_root' else 'mem_' || i end, 'm' || i, 'm' || i, 'R0000' || i,
      case when i > 0 then 'mem_root' end, 'DE', '0x' || lpad(i::text, 40, '0'), now(), case when i = 0 then now() end
    from generate_series($1::int, $2::int) i`;
  await pool.query(members, [0, 0]);
  await pool.query(members, [1, 4]);
  const addressOf = (index: number): Hex => `0x${'d'.repeat(38)}${index.toString().padStart(2, '0')}`;
  for (let index = 1; index <= 4; index += 1) {
    await pool.query(
      `insert into deposit_address (member_id, chain_id, address, salt, factory) values ($1, $2, $3, $4, $5)`,
      [
        `mem_${index}`,
        TEST_CHAIN_ID,
        addressOf(index),
        `0x${randomBytes(32).toString('hex')}`,
        `0x${'f'.repeat(40)}`,
      ],
    );
  }
  const follower = (confirmations: number): Follower =>
    new Follower({
      db,
      reader: createChainReader(anvil.rpc, TEST_CHAIN_ID),
      chainId: TEST_CHAIN_ID,
      confirmations: async () => confirmations,
      startBlock: 0n,
      handlers: depositHandlers({
        chainId: TEST_CHAIN_ID,
        post: (tx, entries) => postGroups(tx, entries, { onPosted: announceBalances }),
      }),
      onFork: async (_tx, reason) => {
        throw new Error(reason);
      },
    });
  const catchUp = async (one: Follower): Promise<number> => {
    const started = performance.now();
    while ((await one.poll()).more);
    return performance.now() - started;
  };
  const final = follower(1);
  await catchUp(final);
  print(
    '| tiny transfers in the block | one look before it is final | credited after |\n| --- | --- | --- |',
  );
  for (const count of counts) {
    const token = contracts.usdt as Hex;
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [addressOf(4), 100n * coin],
    });
    const receivers = [1, 2, 3].map(addressOf);
    const flood = { rpc: anvil.rpc, token, from: anvilAccounts[1], receivers, count };
    await sendFlood(flood, { to: token, data });
    const seen = await catchUp(follower(20));
    await anvil.rpc.call('anvil_mine', [quantity(3n)]);
    const credited = await catchUp(final);
    print(`| ${count} | ${seen.toFixed(0)} ms | ${credited.toFixed(0)} ms |`);
  }
  await close();
} finally {
  await anvil.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
