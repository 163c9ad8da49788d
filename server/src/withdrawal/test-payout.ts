import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { sql } from 'kysely';
import { encodeFunctionData } from 'viem';
import { depositHandlers } from '../deposit/on-chain.ts';
import type { ChainLog, Hex } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import {
  anvilAccounts,
  anvilKeys,
  deployForTest,
  startTestAnvil,
  TEST_CHAIN_ID,
} from '../platform/chain/test-anvil.ts';
import type { TestAnvil } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { createLog } from '../platform/log.ts';
import { memoryJournal } from '../platform/signing/journal.ts';
import { createPayer } from '../platform/signing/payer.ts';
import { forgetSettings } from '../setting/read.ts';
import { groupPoster } from '../test/anvil-context.ts';
import type { TestContext } from '../test/context.ts';
import { broadcastPayouts } from './broadcast.ts';
import { followPayouts } from './follow.ts';
import type { FollowDeps } from './follow.ts';
import { withdrawalHandlers } from './on-chain.ts';
import { createPayoutChain } from './payout-chain.ts';
import type { PayoutChain } from './payout-chain.ts';
import type { ProofPolicy } from './proof.ts';
import type { SignerDeps } from './sign.ts';
import { signApproved } from './signer-loop.ts';
import { signerPolicy } from './signer-policy.ts';
import type { SignerLimits } from './signer-policy.ts';

/** For tests: the whole way of a payout against a real development node. */
export type Payouts = {
  anvil: TestAnvil;
  contracts: AddressMap;
  chain: PayoutChain;
  signer: SignerDeps;
  delivery: FollowDeps;
  mine: (blocks?: number) => Promise<void>;
  /** Gives every final Paid event to the handler, each once, as the indexer does. */
  follow: () => Promise<void>;
  /** sign, send, mine, follow, confirm: one round of everything. */
  round: () => Promise<void>;
  paidLogs: () => Promise<{ payoutId: string; receiver: string; amount: bigint }[]>;
  close: () => Promise<void>;
};

const coin = (whole: number): bigint => BigInt(whole) * 10n ** 18n;
export const testLimits: SignerLimits = {
  perTransaction: coin(10_000),
  perHour: coin(30_000),
  perDay: coin(100_000),
  perMonth: coin(1_000_000),
  oneOperatorAbove: coin(1_000),
  twoOperatorsFrom: coin(5_000),
  openUsdt: coin(1),
  maxFeeGwei: 50,
};

/** Without a pause between looks: tests make blocks as fast as they look. */
export const testProof: ProofPolicy = { looks: 5, spacingMs: 0, blocks: 2 };

export async function startPayouts(
  context: TestContext,
  limits: SignerLimits = testLimits,
): Promise<Payouts> {
  const anvil = await startTestAnvil();
  const contracts = await deployForTest(anvil.url);
  const { treasury, usdt } = contracts;
  if (!treasury || !usdt) throw new Error('treasury and usdt are deployed');
  await sendTokens(anvil, usdt, treasury, coin(50_000));
  await sql`insert into config (idx, val, version, changed_by) values ('chain.contracts', ${JSON.stringify(contracts)}, 1, 'test')`.execute(
    context.owner,
  );
  await sql`insert into reserve_check (chain_id, coin_id, block_number, block_hash, ledger_amount, chain_amount, addresses,
      checked_at, equal_block, equal_at)
    select 31337, coin, 0, 'test', 0, 0, 1, now(), 0, now() + interval '1 day' from unnest(array['USDT', 'USDO', 'OPEN']) as coin`.execute(
    context.owner,
  );
  forgetSettings();
  const log = createLog('test', 'silent');
  const chain = createPayoutChain(anvil.rpc, { treasury: treasury.toLowerCase() as Hex, confirmations: 1 });
  const payer = createPayer(anvilKeys[2]);
  const policy = signerPolicy(limits, { id: 31337, contracts, payer: payer.address });
  const signer = {
    db: context.clone.connect('signer').db,
    chain,
    payer,
    journal: memoryJournal(),
    policy,
    clock: () => new Date(),
    log,
  };
  const delivery = { db: context.db, chain, log, proof: testProof };
  const follow = makeFollower(context.db, anvil.rpc, treasury);
  const mine = async (blocks = 3): Promise<void> => {
    await anvil.rpc.call('anvil_mine', [`0x${blocks.toString(16)}`]);
  };
  return {
    anvil,
    contracts,
    chain,
    signer,
    delivery,
    mine,
    follow,
    async round() {
      await signApproved(signer);
      await broadcastPayouts(delivery);
      await mine();
      await followPayouts(delivery);
      await follow();
    },
    paidLogs: async () =>
      (await readPaidLogs(anvil.rpc, treasury, 0n)).map((found) => ({
        payoutId: found.topics[1] ?? '',
        receiver: `0x${(found.topics[3] ?? '').slice(-40)}`,
        amount: BigInt(found.data),
      })),
    close: () => anvil.stop(),
  };
}

export async function sendTokens(anvil: TestAnvil, token: string, to: string, amount: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Hex, amount] });
  await anvil.rpc.call('eth_sendTransaction', [{ from: anvilAccounts[1], to: token, data }]);
}

let arrivals = 1_000n;

/** A final transfer to a deposit address, each in a block of its own, given to the handler as the indexer does. */
export async function arrive(
  { db, contracts }: { db: Db; contracts: AddressMap },
  {
    address,
    sender,
    amount,
    token = 'usdt',
  }: { address: Hex; sender: Hex; amount: bigint; token?: 'usdt' | 'open' },
): Promise<void> {
  arrivals += 1n;
  const hash: Hex = `0x${arrivals.toString(16).padStart(64, '0')}`;
  const [handler] = depositHandlers({ chainId: TEST_CHAIN_ID, post: groupPoster() });
  await inTransaction(db, async (tx) =>
    handler?.onFinal(tx, {
      chainId: TEST_CHAIN_ID,
      blockNumber: arrivals,
      blockHash: hash,
      blockTime: new Date(),
      txHash: hash,
      logIndex: 0,
      address: contracts[token]?.toLowerCase() as Hex,
      topics: [eventTopics.transfer, formatAddressWord(sender), formatAddressWord(address)],
      data: `0x${amount.toString(16).padStart(64, '0')}`,
    }),
  );
}

/** A small indexer of its own: final Paid events only, from the first block on. */
export function makeFollower(db: Db, rpc: Rpc, treasury: string): () => Promise<void> {
  const [handler] = withdrawalHandlers({ log: createLog('test', 'silent') });
  let from = 0n;
  return async () => {
    const final = (await rpc.call('eth_getBlockByNumber', ['finalized', false])) as {
      number: string;
      hash: string;
    };
    for (const log of await readPaidLogs(rpc, treasury, from)) {
      if (log.blockNumber > BigInt(final.number)) continue;
      await inTransaction(db, async (tx) => {
        const addresses = await handler?.addresses(tx);
        if (addresses?.includes(log.address)) await handler?.onFinal(tx, log);
      });
    }
    from = BigInt(final.number) + 1n;
    await sql`insert into chain_cursor (chain_id, block_number, block_hash) values (31337, ${from - 1n}, ${final.hash})
      on conflict (chain_id) do update set block_number = excluded.block_number, block_hash = excluded.block_hash
      where chain_cursor.block_number < excluded.block_number`.execute(db);
  };
}

async function readPaidLogs(rpc: Rpc, treasury: string, from: bigint): Promise<ChainLog[]> {
  const raw = (await rpc.call('eth_getLogs', [
    { address: treasury, topics: [eventTopics.paid], fromBlock: `0x${from.toString(16)}`, toBlock: 'latest' },
  ])) as Record<string, string | string[]>[];
  return raw.map((log) => ({
    chainId: 31337,
    blockNumber: BigInt(String(log['blockNumber'])),
    blockHash: log['blockHash'] as Hex,
    blockTime: new Date(),
    txHash: log['transactionHash'] as Hex,
    logIndex: Number(log['logIndex']),
    address: String(log['address']).toLowerCase() as Hex,
    topics: log['topics'] as Hex[],
    data: log['data'] as Hex,
  }));
}
