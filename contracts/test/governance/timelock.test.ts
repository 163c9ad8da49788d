import assert from 'node:assert/strict';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { network } from 'hardhat';
import { encodeFunctionData, getContract, keccak256, toHex, zeroHash } from 'viem';
import type { Address, Hex } from 'viem';
import { getArtifact } from '../../script/compile.ts';
import { describe, it } from '../kit/cases.ts';

const delaySec = 3600n;
const token: Address = `0x${'70'.repeat(20)}`;
const { viem, networkHelpers } = await network.create();

/** A treasury behind a real timelock: `governor` proposes, cancels and executes; the deployer is somebody else. */
async function deployGoverned() {
  const client = await viem.getPublicClient();
  const [deployer, governor, payer, guard, stranger, cold] = await viem.getWalletClients();
  assert.ok(deployer && governor && payer && guard && stranger && cold);
  const deploy = async (name: string, args: readonly unknown[]): Promise<Address> => {
    const { abi, bytecode } = await getArtifact(name);
    const receipt = await client.waitForTransactionReceipt({
      hash: await deployer.deployContract({ abi, bytecode, args }),
    });
    assert.ok(receipt.contractAddress);
    return receipt.contractAddress;
  };
  const governors = [governor.account.address];
  const timelock = await deploy('Timelock', [delaySec, governors, []]);
  const roles = [timelock, payer.account.address, guard.account.address, cold.account.address];
  const address = await deploy('Treasury', [...roles, [token], [100n]]);
  const treasury = getContract({ address, abi: treasuryAbi, client });
  const timelockAbi = (await getArtifact('Timelock')).abi;
  const ask = (functionName: string, data: Hex, tail: readonly bigint[], as = governor) =>
    as.writeContract({
      address: timelock,
      abi: timelockAbi,
      functionName,
      args: [address, 0n, data, zeroHash, zeroHash, ...tail],
    });
  return {
    treasury,
    timelock: { address: timelock, abi: timelockAbi },
    people: { deployer, governor, payer, guard, stranger },
    schedule: (data: Hex, after = delaySec, as = governor) => ask('schedule', data, [after], as),
    execute: (data: Hex, as = governor) => ask('execute', data, [], as),
  };
}

const payerRole = keccak256(toHex('PAYER_ROLE'));
const limitCall = encodeFunctionData({
  abi: treasuryAbi,
  functionName: 'setDailyLimit',
  args: [token, 5000n],
});

describe('changes pass the timelock (C09)', () => {
  it('refuses: the governor, the guard, the payer and the deployer changing anything at once', async () => {
    const { treasury, people } = await networkHelpers.loadFixture(deployGoverned);
    for (const person of Object.values(people)) {
      const as = { account: person.account, chain: null };
      const args: [Address, Hex] = [person.account.address, zeroHash];
      const direct = person.writeContract({
        ...as,
        ...treasury,
        functionName: 'setDailyLimit',
        args: [token, 5000n],
      });
      await viem.assertions.revertWithCustomErrorWithArgs(
        direct,
        treasury,
        'AccessControlUnauthorizedAccount',
        args,
      );
      const grab = [payerRole, person.account.address] as const;
      const role = person.writeContract({ ...as, ...treasury, functionName: 'grantRole', args: grab });
      await viem.assertions.revertWithCustomErrorWithArgs(
        role,
        treasury,
        'AccessControlUnauthorizedAccount',
        args,
      );
    }
  });

  it('refuses: proposing by anybody but the governor, and a delay below the minimum', async () => {
    const { timelock, people, schedule } = await networkHelpers.loadFixture(deployGoverned);
    for (const person of [people.deployer, people.payer, people.guard, people.stranger]) {
      const proposal = schedule(limitCall, delaySec, person);
      await viem.assertions.revertWithCustomError(proposal, timelock, 'AccessControlUnauthorizedAccount');
    }
    const hasty = schedule(limitCall, delaySec - 1n);
    await viem.assertions.revertWithCustomErrorWithArgs(hasty, timelock, 'TimelockInsufficientDelay', [
      delaySec - 1n,
      delaySec,
    ]);
  });

  it('refuses: executing before the delay is over, twice, or by a stranger', async () => {
    const { timelock, people, schedule, execute } = await networkHelpers.loadFixture(deployGoverned);
    await viem.assertions.revertWithCustomError(
      execute(limitCall),
      timelock,
      'TimelockUnexpectedOperationState',
    );
    await schedule(limitCall);
    await networkHelpers.time.increase(delaySec - 10n);
    await viem.assertions.revertWithCustomError(
      execute(limitCall),
      timelock,
      'TimelockUnexpectedOperationState',
    );
    await networkHelpers.time.increase(10n);
    const stranger = execute(limitCall, people.stranger);
    await viem.assertions.revertWithCustomError(stranger, timelock, 'AccessControlUnauthorizedAccount');
    await execute(limitCall);
    await viem.assertions.revertWithCustomError(
      execute(limitCall),
      timelock,
      'TimelockUnexpectedOperationState',
    );
  });

  it('refuses: the delay shortened by anybody but the timelock itself', async () => {
    const { timelock, people } = await networkHelpers.loadFixture(deployGoverned);
    const args = [0n];
    const hasty = people.governor.writeContract({ ...timelock, functionName: 'updateDelay', args });
    await viem.assertions.revertWithCustomError(hasty, timelock, 'TimelockUnauthorizedCaller');
  });

  it('behavior: a limit, a role and unpausing take effect after the delay', async () => {
    const { treasury, people, schedule, execute } = await networkHelpers.loadFixture(deployGoverned);
    const heir = people.stranger.account.address;
    const as = { account: people.guard.account, chain: null };
    await people.guard.writeContract({ ...as, ...treasury, functionName: 'pause' });
    const calls = [
      limitCall,
      encodeFunctionData({ abi: treasuryAbi, functionName: 'grantRole', args: [payerRole, heir] }),
      encodeFunctionData({ abi: treasuryAbi, functionName: 'unpause' }),
    ];
    for (const call of calls) await schedule(call);
    await networkHelpers.time.increase(delaySec);
    for (const call of calls) await execute(call);
    assert.equal(await treasury.read.dailyLimit([token]), 5000n);
    assert.equal(await treasury.read.hasRole([payerRole, heir]), true);
    assert.equal(await treasury.read.paused(), false);
  });
});
