import type { AddressMap, ContractKey } from '@openmere/core/chain/addresses.ts';
import type { depositAddress } from '@openmere/core/deposit/contract.ts';
import { checkDepositor } from '@openmere/core/deposit/rules.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { MemberActor } from '../platform/actor.ts';
import { cloneAddress } from '../platform/chain/create2.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import { fingerprint } from '../platform/secrets-box.ts';
import { readSettings } from '../setting/read.ts';
import { findAddressOfMember, insertAddress } from './address-store.ts';
import { readDepositor } from './depositor.ts';
import type { ListDeps } from './list.ts';
import { neededConfirmations } from './record.ts';

export type AddressDeps = ListDeps;

/**
 * The member's own deposit address, made at the first question and the same for ever. Refusals: as checkDepositor.
 * The address follows from the factory and the salt; that the factory is ours was proved before (prove-factory.ts).
 */
export async function getDepositAddress(
  ctx: Ctx<MemberActor> & AddressDeps,
  input: CallParsed<typeof depositAddress>,
): Promise<CallResult<typeof depositAddress>> {
  const { tx, actor } = ctx;
  const settings = await readSettings(tx);
  const { chainContracts, depositMin } = settings;
  const token = tokenOf(chainContracts, input.coinid);
  refuse(checkDepositor(input.coinid, token, await readDepositor(ctx)));
  const known = await findAddressOfMember(tx, actor.id, ctx.chainId);
  const row =
    known ??
    (await makeAddress(ctx, { memberId: actor.id, chainId: ctx.chainId, contracts: chainContracts }));
  if (!row || token === undefined) throw new Refusal('deposit.nochain');
  return {
    address: row.address,
    chainid: ctx.chainId,
    token,
    minimum: formatAmount(depositMin),
    confirmations: neededConfirmations(settings, ctx.confirmations),
  };
}

function tokenOf(contracts: AddressMap, coinId: string): Hex | undefined {
  return contracts[coinId.toLowerCase() as ContractKey]?.toLowerCase() as Hex | undefined;
}

async function makeAddress(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { memberId, chainId, contracts }: { memberId: string; chainId: number; contracts: AddressMap },
) {
  const { tx, now } = ctx;
  const factory = contracts.forwarderFactory?.toLowerCase() as Hex | undefined;
  if (!factory || !contracts.treasury) return undefined;
  // Keyed, so that nobody can know the address, and put something there, before we watch it.
  const salt: Hex = `0x${fingerprint(`deposit address ${chainId} ${memberId}`)}`;
  const address = cloneAddress(factory, salt);
  return insertAddress(tx, { member_id: memberId, chain_id: chainId, address, salt, factory }, now);
}
