import { chainId } from '@openmere/core/setting/chain.ts';
import { chainName } from '../platform/wallet/chain-config.ts';
import { useSetting } from './use-setting.ts';

/** Name of the chain that this installation works on: what a sender of coins has to choose. */
export function useNetwork(): string {
  return chainName(useSetting(chainId));
}
