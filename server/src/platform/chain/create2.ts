import { getContractAddress } from 'viem';
import type { Hex } from './log.ts';

/**
 * Address of a minimal clone (ERC-1167) that `factory` makes with CREATE2 under `salt`. Its implementation is the first
 * contract that the factory made (in its constructor), so everything follows from the factory's address: no question
 * to the chain. Whoever shows such an address compares with the factory's own `addressOf` first. @returns lower case.
 */
export function cloneAddress(factory: Hex, salt: Hex): Hex {
  const implementation = getContractAddress({ opcode: 'CREATE', from: factory, nonce: 1n });
  const bytecode: Hex = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${implementation.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`;
  return getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode }).toLowerCase() as Hex;
}
