import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { sql } from 'kysely';
import { createWalletClient, http, keccak256, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anvilAccounts, anvilKeys, deployForTest, startTestAnvil } from '../platform/chain/test-anvil.ts';
import type { TestAnvil } from '../platform/chain/test-anvil.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember, newWallet } from '../test/people.ts';
import { getDevKey } from './dev-keys.ts';
import { createOurAddresses } from './our-addresses.ts';

/** On the test chain: account 2 pays and pauses, account 3 is the cold address. */
const [, outsider, payer, cold] = anvilAccounts;
let anvil: TestAnvil;
let contracts: AddressMap;
let app: TestApp;
beforeAll(async () => {
  anvil = await startTestAnvil();
  contracts = await deployForTest(anvil.url);
  app = await openTestApp({ rpc: anvil.rpc, contracts });
}, 120_000);
afterAll(async () => {
  await app.close();
  await anvil.stop();
});

const bscIsOurs = async (address: string): Promise<boolean> =>
  (await createOurAddresses({ rpc: anvil.rpc, chainId: 56, contracts })(address))(app.db, address);

test('refuses: as a member’s wallet every contract, whoever holds a role at the treasury, and its cold address (T11)', async () => {
  const all = Object.values(contracts);
  expect(all.length).toBeGreaterThan(8);
  for (const address of [...all, payer, cold, cold.toUpperCase().replace('0X', '0x')]) {
    expect([address, await bscIsOurs(address)]).toEqual([address, true]);
  }
  for (const address of [outsider, newWallet()]) {
    expect([address, await bscIsOurs(address)]).toEqual([address, false]);
  }
});

test('refuses: a new holder of a role from the moment that the chain says so', async () => {
  const { treasury } = contracts;
  const admin = privateKeyToAccount(anvilKeys[1]).address.toLowerCase();
  if (treasury === undefined) throw new Error('the treasury is deployed');
  const wallet = createWalletClient({
    account: privateKeyToAccount(anvilKeys[2]),
    chain: foundry,
    transport: http(anvil.url),
  });
  expect(await bscIsOurs(payer)).toBe(true);
  for (const role of ['PAYER_ROLE', 'PAUSER_ROLE']) {
    await wallet.writeContract({
      address: treasury,
      abi: treasuryAbi,
      functionName: 'renounceRole',
      args: [keccak256(toHex(role)), wallet.account.address],
    });
  }
  await expect.poll(() => bscIsOurs(payer)).toBe(false);
  expect(await bscIsOurs(admin)).toBe(false);
});

test('refuses: the house’s own keys on the development chain, and deposit addresses, at the front door', async () => {
  const member = await addMember(app, { wallet: null });
  const other = await addMember(app);
  const deposit = newWallet();
  await sql`insert into deposit_address (member_id, chain_id, address, salt, factory, created_at)
    values (${other.id}, 31337, ${deposit}, ${`0x${'5'.repeat(64)}`}, ${newWallet()}, now())`.execute(
    app.owner,
  );
  const token = await app.session(member.id);
  const bind = async (address: string): Promise<string> =>
    reasonIn(await app.post('member', 'Users/Bind_address', { address }, { token }));
  for (const part of ['payer', 'sweeper', 'keeper', 'cold', 'pauser'] as const) {
    expect([part, await bind(getDevKey(part).address)]).toEqual([part, 'member.badwallet']);
  }
  expect(await bind(deposit)).toBe('member.badwallet');
  expect(await bind(contracts.medal ?? contracts.treasury ?? '')).toBe('member.badwallet');
  expect(await bind(newWallet())).toBe('ok');
});

test('refuses: to say that an address is not ours while the chain does not answer', async () => {
  const silent = {
    call: () => Promise.reject(new Fault('chain.unreachable', { retry: true })),
    batch: () => Promise.reject(new Fault('chain.unreachable', { retry: true })),
  };
  const liar = { call: async () => '0x', batch: async () => ['0x', '0x', '0x', '0x'] };
  for (const rpc of [silent, liar]) {
    const wallet = newWallet();
    const isOurs = await createOurAddresses({ rpc, chainId: 56, contracts })(wallet);
    await expect(isOurs(app.db, wallet)).rejects.toBeInstanceOf(Fault);
  }
});
