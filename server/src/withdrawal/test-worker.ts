/**
 * For the kill tests: a process that signs, sends, follows and confirms until it is told to stop or dies at its
 * failpoint. Given by the environment: DATABASE_URL (the settler's), OPENMERE_TEST_SIGNER_URL, OPENMERE_TEST_INDEXER_URL, OPENMERE_CHAIN_RPC, OPENMERE_CONTRACTS, OPENMERE_TEST_STUCK_MS,
 * OPENMERE_TEST_ROUNDS.
 */
import { parseAddressMap } from '@openmere/core/chain/addresses.ts';
import { connectChain } from '../platform/chain/failover.ts';
import type { Hex } from '../platform/chain/log.ts';
import { anvilKeys, TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { systemClock } from '../platform/clock.ts';
import { createDatabase } from '../platform/db/connect.ts';
import { createLog } from '../platform/log.ts';
import { unlockSecrets } from '../platform/secrets-box.ts';
import { memoryJournal } from '../platform/signing/journal.ts';
import { createPayer } from '../platform/signing/payer.ts';
import { broadcastPayouts } from './broadcast.ts';
import { followPayouts } from './follow.ts';
import { createPayoutChain } from './payout-chain.ts';
import { signApproved } from './signer-loop.ts';
import { signerPolicy } from './signer-policy.ts';
import { makeFollower, testLimits, testProof } from './test-payout.ts';

const env = (name: string): string => process.env[name] ?? '';
const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
unlockSecrets({ fieldKey: key(1), pepper: key(2), cursorKey: key(3) });

const contracts = parseAddressMap(env('OPENMERE_CONTRACTS'));
const treasury = (contracts.treasury ?? '0x').toLowerCase() as Hex;
const rpc = connectChain([env('OPENMERE_CHAIN_RPC')], TEST_CHAIN_ID);
const chain = createPayoutChain(rpc, { treasury, confirmations: 1 });
const payer = createPayer(anvilKeys[2]);
const log = createLog('test', 'silent');
const app = createDatabase(env('DATABASE_URL'), 'settler', { max: 3 });
const indexer = createDatabase(env('OPENMERE_TEST_INDEXER_URL'), 'indexer', { max: 3 });
const own = createDatabase(env('OPENMERE_TEST_SIGNER_URL'), 'signer', { max: 3 });
const policy = signerPolicy(testLimits, { id: TEST_CHAIN_ID, contracts, payer: payer.address });
const signer = { db: own.db, chain, payer, journal: memoryJournal(), policy, clock: systemClock, log };
const delivery = { db: app.db, chain, log, proof: testProof };
const follow = makeFollower(indexer.db, rpc, treasury);
const stuck = env('OPENMERE_TEST_STUCK_MS');

for (let round = 0; round < Number(env('OPENMERE_TEST_ROUNDS')); round += 1) {
  await signApproved(signer);
  await broadcastPayouts(delivery);
  if (stuck === '') await rpc.call('anvil_mine', ['0x3']);
  await followPayouts(delivery, stuck === '' ? {} : { stuckMs: Number(stuck) });
  await follow();
}
await own.close();
await indexer.close();
await app.close();
