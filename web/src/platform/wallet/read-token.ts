import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import type { Hex } from './eip1193.ts';
import { readContract } from './read-contract.ts';

/** What an address holds of a token, base units. Throws where there is no token: not deployed is not zero. */
export function readTokenBalance(token: Hex, owner: Hex): Promise<bigint> {
  return readContract([token, erc20Abi], 'balanceOf', [owner], 'latest');
}

/** How much of an owner's token a contract may take, at one block. Throws where there is no token. */
export function readAllowance(token: Hex, owner: Hex, spender: Hex, block: Hex): Promise<bigint> {
  return readContract([token, erc20Abi], 'allowance', [owner, spender], block);
}
