import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { DEV_CHAIN_ID } from '@openmere/core/chain/dev-chain.ts';
import { Fault, assert } from '@openmere/core/kit/fault.ts';
import { decodeFunctionResult, encodeFunctionData, keccak256, toHex, zeroHash } from 'viem';
import { findMemberByDepositAddress } from '../deposit/address-store.ts';
import type { GatherOurAddress } from '../member/wallet-address.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { getDevKey } from './dev-keys.ts';
import type { DevPart } from './dev-keys.ts';

/** Keys of the house on the development chain. Root and faucet belong to people there: they may be members' wallets. */
const DEV_PARTS: readonly DevPart[] = ['payer', 'sweeper', 'keeper', 'cold', 'pauser', 'medalSigner'];
const TREASURY_ROLES = [zeroHash, keccak256(toHex('PAYER_ROLE')), keccak256(toHex('PAUSER_ROLE'))] as const;

const PATIENCE_MS = 5_000;

export type OurAddressDeps = { rpc: Rpc; chainId: number; contracts: AddressMap };

/**
 * Whether an address is the house's own, so that it can be nobody's wallet (T11): a deposit address, a contract of the
 * map, the treasury's cold address, whoever holds a role at the treasury now, and on the development chain its keys. The
 * sweeper of another chain holds nothing but gas and no role; the api does not know it. Binding is for ever, so a node
 * that does not answer is a Fault ("try again"), never a no; it is asked before the transaction, and thrown where the answer is needed.
 */
export function createOurAddresses({ rpc, chainId, contracts }: OurAddressDeps): GatherOurAddress {
  const known = new Set(Object.values(contracts).map((address) => address.toLowerCase()));
  if (chainId === DEV_CHAIN_ID)
    for (const part of DEV_PARTS) known.add(getDevKey(part).address.toLowerCase());
  const { treasury } = contracts;
  return async (asked) => {
    const about = asked.toLowerCase();
    const isOurs = known.has(about);
    const asking =
      isOurs || treasury === undefined ? Promise.resolve(isOurs) : isTreasurys(rpc, treasury, about as Hex);
    const [told] = await Promise.allSettled([asking]);
    return async (db, address) => {
      assert(address.toLowerCase() === about, 'the chain was asked about this address');
      if (isOurs || (await findMemberByDepositAddress(db, about)) !== undefined) return true;
      if (told.status === 'rejected') throw told.reason;
      return told.value;
    };
  };
}

async function isTreasurys(rpc: Rpc, treasury: Hex, address: Hex): Promise<boolean> {
  const data = [
    encodeFunctionData({ abi: treasuryAbi, functionName: 'cold' }),
    ...TREASURY_ROLES.map((role) =>
      encodeFunctionData({ abi: treasuryAbi, functionName: 'hasRole', args: [role, address] }),
    ),
  ];
  try {
    const answers = await rpc.batch(
      data.map((call) => ({ method: 'eth_call', params: [{ to: treasury, data: call }, 'latest'] })),
      AbortSignal.timeout(PATIENCE_MS),
    );
    const [cold, ...roles] = answers as Hex[];
    if (cold === undefined) throw new TypeError('no answer');
    const place = decodeFunctionResult({ abi: treasuryAbi, functionName: 'cold', data: cold });
    return (
      place.toLowerCase() === address ||
      roles.some((role) => decodeFunctionResult({ abi: treasuryAbi, functionName: 'hasRole', data: role }))
    );
  } catch (cause) {
    throw cause instanceof Fault ? cause : new Fault('chain.badanswer', { retry: true, cause });
  }
}
