import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { encodeFunctionData } from 'viem';
import type { Hex } from '../platform/wallet/eip1193.ts';

/** Calldata of `Membership.activate(inviter)`. */
export function activationData(inviter: Hex): Hex {
  return encodeFunctionData({ abi: membershipAbi, functionName: 'activate', args: [inviter] });
}
