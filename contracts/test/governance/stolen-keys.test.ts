import assert from 'node:assert/strict';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { medalDomain, medalPermitTypes } from '@openmere/core/chain/medal-permit.ts';
import { network } from 'hardhat';
import { encodeFunctionData, erc20Abi, keccak256, parseAbi, toHex, zeroHash } from 'viem';
import type { Address, Hex } from 'viem';
import { getArtifact } from '../../script/compile.ts';
import { describe, it } from '../kit/cases.ts';

const delaySec = 172_800n;
const limit = 1_000n;
/** Of a gold medal. */
const price = 2_000n * 10n ** 18n;
const { viem, networkHelpers } = await network.create();
const role = (name: string): Hex => keccak256(toHex(name));

/** Treasury and timelock with one account for each key, money inside, one change that waits and one that is ready. */
async function deployAll() {
  const client = await viem.getPublicClient();
  const wallets = await viem.getWalletClients();
  const [deployer, governor, canceller, payer, guard, cold, stranger, medalSigner] = wallets;
  assert.ok(deployer && governor && canceller && payer && guard && cold && stranger && medalSigner);
  const people = { deployer, governor, canceller, payer, guard, cold, stranger, medalSigner };
  const deploy = async (name: string, args: readonly unknown[]): Promise<Address> => {
    const { abi, bytecode } = await getArtifact(name);
    const hash = await deployer.deployContract({ abi, bytecode, args });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash });
    assert.ok(contractAddress);
    return contractAddress;
  };
  const of = (name: keyof typeof people): Address => people[name].account.address;
  const token = await deploy('DevUsdt', []);
  const timelock = await deploy('Timelock', [delaySec, [of('governor')], [of('canceller')]]);
  const treasury = await deploy('Treasury', [
    timelock,
    of('payer'),
    of('guard'),
    of('cold'),
    [token],
    [limit],
  ]);
  const mint = parseAbi(['function mint(address, uint256)']);
  await deployer.writeContract({
    address: token,
    abi: mint,
    functionName: 'mint',
    args: [treasury, 10n ** 9n],
  });
  const membership = await deploy('Membership', [of('deployer'), timelock, of('guard')]);
  const { timestamp } = await client.getBlock();
  const open = [timestamp, timestamp + 10n * delaySec];
  const parts = [token, membership, treasury, timelock, of('guard'), of('medalSigner'), ...open];
  const medal = await deploy('Medal', parts);
  // Everybody is activated and has the price, so that nothing but the key decides.
  for (const { account } of Object.values(people)) {
    const activate = { address: membership, abi: membershipAbi, functionName: 'activate' } as const;
    if (account.address !== of('deployer'))
      await deployer.writeContract({ ...activate, args: [of('deployer')], account });
    const dollars = { address: token, abi: mint, functionName: 'mint' } as const;
    await deployer.writeContract({ ...dollars, args: [account.address, price] });
    const allow = { address: token, abi: erc20Abi, functionName: 'approve' } as const;
    await deployer.writeContract({ ...allow, args: [medal, price], account });
  }
  const { abi } = await getArtifact('Timelock');
  const change = (to: Address) =>
    [
      treasury,
      0n,
      encodeFunctionData({ abi: treasuryAbi, functionName: 'proposeCold', args: [to] }),
      zeroHash,
    ] as const;
  const schedule = (to: Address, salt: Hex) =>
    governor.writeContract({
      address: timelock,
      abi,
      functionName: 'schedule',
      args: [...change(to), salt, delaySec],
    });
  await schedule(of('governor'), toHex('ready', { size: 32 }));
  await networkHelpers.time.increase(delaySec);
  await schedule(of('stranger'), toHex('waits', { size: 32 }));
  const idOf = (to: Address, salt: Hex) =>
    client.readContract({
      address: timelock,
      abi,
      functionName: 'hashOperation',
      args: [...change(to), salt],
    });
  return { client, people, of, token, timelock, treasury, medal, abi, change, idOf };
}

describe('what each stolen key can do (docs/threat-model.md)', () => {
  it('refuses: every key everything that does not stand in the table', async () => {
    const deployed = await networkHelpers.loadFixture(deployAll);
    const { client, people, of, token, timelock, treasury, medal, abi, change, idOf } = deployed;
    const waits = toHex('waits', { size: 32 });
    const ready = toHex('ready', { size: 32 });
    const me = of('stranger');
    const on = (functionName: string, args: unknown[]) =>
      encodeFunctionData({ abi: treasuryAbi, functionName, args } as Parameters<
        typeof encodeFunctionData
      >[0]);
    const at = (functionName: string, args: unknown[]) => encodeFunctionData({ abi, functionName, args });
    const onMedal = (functionName: string, args: unknown[]) =>
      encodeFunctionData({ abi: medalAbi, functionName, args } as Parameters<typeof encodeFunctionData>[0]);
    const chainId = await client.getChainId();
    const deadline = (await client.getBlock()).timestamp + delaySec;
    /** A permit for the key itself, signed by the key itself. */
    const ownPermit = async (name: keyof typeof people) =>
      people[name].signTypedData({
        domain: medalDomain(chainId, medal),
        types: medalPermitTypes,
        primaryType: 'Permit',
        message: { tokenType: 2, buyer: of(name), deadline },
      });
    const calls: Record<string, [Address, Hex]> = {
      'pay within the limit': [treasury, on('pay', [role('id'), token, me, limit / 4n])],
      'pay above the limit': [treasury, on('pay', [role('id'), token, me, limit / 4n + 1n])],
      'raise the limit': [treasury, on('setDailyLimit', [token, 10n ** 9n])],
      'sweep to cold': [treasury, on('sweepToCold', [token, 1n])],
      'propose another cold address': [treasury, on('proposeCold', [me])],
      'become the cold address': [treasury, on('acceptCold', [])],
      pause: [treasury, on('pause', [])],
      unpause: [treasury, on('unpause', [])],
      'take the payer role': [treasury, on('grantRole', [role('PAYER_ROLE'), me])],
      'revoke the payer role': [treasury, on('revokeRole', [role('PAYER_ROLE'), of('payer')])],
      'take tokens': [
        token,
        encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [treasury, me, 1n] }),
      ],
      schedule: [timelock, at('schedule', [...change(me), toHex('mine', { size: 32 }), delaySec])],
      'schedule sooner': [
        timelock,
        at('schedule', [...change(me), toHex('mine', { size: 32 }), delaySec - 1n]),
      ],
      'execute what is ready': [timelock, at('execute', [...change(of('governor')), ready])],
      'execute what waits': [timelock, at('execute', [...change(me), waits])],
      cancel: [timelock, at('cancel', [await idOf(me, waits)])],
      'shorten the delay': [timelock, at('updateDelay', [0n])],
      'take the proposer role': [timelock, at('grantRole', [role('PROPOSER_ROLE'), me])],
      'set the sale of medals': [medal, onMedal('setSale', [1, 0n, 0n])],
      'let another sign permits': [medal, onMedal('grantRole', [role('SIGNER_ROLE'), me])],
      'pause subscribing': [medal, onMedal('pause', [])],
      'remove the canceller': [timelock, at('revokeRole', [role('CANCELLER_ROLE'), of('canceller')])],
    };
    const may: Record<keyof typeof deployed.people, readonly string[]> = {
      payer: ['pay within the limit', 'sweep to cold'],
      guard: ['pause', 'sweep to cold', 'pause subscribing'],
      governor: ['schedule', 'execute what is ready', 'cancel'],
      canceller: ['cancel'],
      cold: [],
      deployer: [],
      stranger: [],
      medalSigner: [],
    };
    for (const [key, allowed] of Object.entries(may)) {
      const account = of(key as keyof typeof may);
      const goes = async (to: Address, data: Hex) =>
        client.call({ account, to, data }).then(
          () => true,
          () => false,
        );
      for (const [what, [to, data]] of Object.entries(calls))
        assert.equal(await goes(to, data), allowed.includes(what), `${key}: ${what}`);
      // Whoever has the signer's key admits whom they like, and everybody still pays the price.
      const permit = await ownPermit(key as keyof typeof may);
      const gold = onMedal('mintWithPermit', [2, account, deadline, permit]);
      assert.equal(await goes(medal, gold), key === 'medalSigner', `${key}: admit itself to gold`);
    }
  });

  it('behavior: two days after a stolen governor scheduled the worst, the canceller has stopped it', async () => {
    const { people, of, timelock, abi, change, idOf } = await networkHelpers.loadFixture(deployAll);
    const waits = toHex('waits', { size: 32 });
    const id = await idOf(of('stranger'), waits);
    await people.canceller.writeContract({ address: timelock, abi, functionName: 'cancel', args: [id] });
    await networkHelpers.time.increase(delaySec * 2n);
    const args = [...change(of('stranger')), waits];
    const late = people.governor.writeContract({ address: timelock, abi, functionName: 'execute', args });
    await viem.assertions.revertWithCustomError(
      late,
      { address: timelock, abi },
      'TimelockUnexpectedOperationState',
    );
  });

  it('behavior: the governor cannot throw the canceller out unseen: that change waits and can be cancelled, too', async () => {
    const { client, people, of, timelock, abi } = await networkHelpers.loadFixture(deployAll);
    const data = encodeFunctionData({
      abi,
      functionName: 'revokeRole',
      args: [role('CANCELLER_ROLE'), of('canceller')],
    });
    const change = [timelock, 0n, data, zeroHash, toHex('out', { size: 32 })] as const;
    const at = { address: timelock, abi } as const;
    await people.governor.writeContract({ ...at, functionName: 'schedule', args: [...change, delaySec] });
    const id = await client.readContract({ ...at, functionName: 'hashOperation', args: [...change] });
    await people.canceller.writeContract({ ...at, functionName: 'cancel', args: [id] });
    await networkHelpers.time.increase(delaySec);
    const late = people.governor.writeContract({ ...at, functionName: 'execute', args: [...change] });
    await viem.assertions.revertWithCustomError(late, at, 'TimelockUnexpectedOperationState');
  });
});
