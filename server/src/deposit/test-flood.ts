import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { encodeFunctionData, getContractAddress } from 'viem';
import type { Hex } from '../platform/chain/log.ts';
import { quantity } from '../platform/chain/reader.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { waitMined } from '../platform/chain/test-anvil.ts';

/** Transfers in one transaction: some 3,700 units of gas each, and nodes bound a transaction to 16.7 million. */
const TRANSFERS_EACH = 2_000;
const GAS_EACH = quantity(12_000_000n);

/**
 * Creation code that sends one base unit of a token `count` times: what a stranger pays cents for on BSC. The token must lie
 * at the address that the creation will have.
 */
function floodCode(token: Hex, to: Hex, count: number): Hex {
  const code = [
    '63a9059cbb60e01b600052', // memory 0x00: selector of transfer(address,uint256)
    `73${to.slice(2)}600452`, // memory 0x04: the receiver
    '6001602452', // memory 0x24: one base unit
    `61${count.toString(16).padStart(4, '0')}`, // how many are left
    '5b6000600060446000600073', // loop: call of the token
    `${token.slice(2)}5af150`,
    '6001900380LOOP57', // one less, again until none is left
    '00',
  ].join('');
  const loop = (code.indexOf('5b6000600060446000') / 2).toString(16).padStart(2, '0');
  return `0x${code.replace('LOOP', `60${loop}`)}`;
}

export type Flood = {
  rpc: Rpc;
  token: Hex;
  /** An account of the node that has tokens. */
  from: Hex;
  /** Addresses that get the transfers by turns, 2,000 each time. */
  receivers: readonly Hex[];
  count: number;
};

/**
 * For tests and benchmarks: sends `count` transfers of one base unit, all in the block in which `behind` (a transaction of the
 * same account) comes last. @returns that block's number.
 */
export async function sendFlood(flood: Flood, behind: object): Promise<number> {
  const { rpc, token, from, receivers, count } = flood;
  const nonce = Number(await rpc.call('eth_getTransactionCount', [from, 'latest']));
  const parts = Math.ceil(count / TRANSFERS_EACH);
  await rpc.call('evm_setAutomine', [false]);
  await rpc.call('evm_setBlockGasLimit', [quantity(BigInt(parts + 3) * 12_000_000n)]);
  const sent = async (request: object, at: number): Promise<unknown> =>
    rpc.call('eth_sendTransaction', [{ from, gas: GAS_EACH, nonce: quantity(BigInt(at)), ...request }]);
  for (let part = 0; part < parts; part += 1) {
    const size = Math.min(TRANSFERS_EACH, count - part * TRANSFERS_EACH);
    const creation = getContractAddress({ from, nonce: BigInt(nonce + parts + part) });
    const args = [creation, BigInt(size)] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
    await sent({ to: token, data, gas: quantity(100_000n) }, nonce + part);
  }
  for (let part = 0; part < parts; part += 1) {
    const size = Math.min(TRANSFERS_EACH, count - part * TRANSFERS_EACH);
    const to = receivers[part % receivers.length] ?? from;
    await sent({ data: floodCode(token, to, size) }, nonce + parts + part);
  }
  const last = await sent({ gas: quantity(100_000n), ...behind }, nonce + 2 * parts);
  await rpc.call('evm_mine');
  await rpc.call('evm_setAutomine', [true]);
  return waitMined(rpc, last);
}
