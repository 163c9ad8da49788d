import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { openTokenAbi } from '@openmere/core/chain/abi/open-token.ts';
import { uniswapV2RouterAbi } from '@openmere/core/chain/abi/uniswap-v2-router.ts';
import type { AddressMap, ContractKey } from '@openmere/core/chain/addresses.ts';
import { type Abi, decodeFunctionData } from 'viem';
import type { Hex } from '../eip1193.ts';
import type { DecodedCall } from './approval.ts';

const abis: Partial<Record<ContractKey, Abi>> = {
  usdt: erc20Abi,
  open: openTokenAbi,
  ousd: backedDollarAbi,
  usdo: backedDollarAbi,
  membership: membershipAbi,
  router: uniswapV2RouterAbi,
};
const tokens: ReadonlySet<string> = new Set(['usdt', 'open', 'ousd', 'usdo']);
/** From here on an allowance is without a limit in practice: more than any supply. */
const UNLIMITED = 2n ** 128n;

/** Key of the address map that stands for an address. */
export function contractAt(address: string | undefined, contracts: AddressMap): ContractKey | undefined {
  const wanted = address?.toLowerCase();
  const found = Object.entries(contracts).find(([, known]) => known.toLowerCase() === wanted);
  return found?.[0] as ContractKey | undefined;
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(', ');
  return typeof value === 'bigint' || typeof value === 'number' ? value.toString() : String(value);
}

function tokenMove(key: string, name: string, args: readonly unknown[]): DecodedCall['token'] {
  const [first, second, third] = args;
  const moves = name === 'transfer' || name === 'approve';
  if (moves && typeof second === 'bigint')
    return { symbol: key.toUpperCase(), amount: second, to: first as Hex, unlimited: second >= UNLIMITED };
  if (name === 'transferFrom' && typeof third === 'bigint')
    return { symbol: key.toUpperCase(), amount: third, to: second as Hex, unlimited: false };
  return undefined;
}

/** Says in words what a transaction does; data that nothing here can read stays without a name and is warned of. */
export function decodeCall(to: Hex | undefined, data: Hex, contracts: AddressMap): DecodedCall {
  const contract = contractAt(to, contracts);
  const plain: DecodedCall = { contract, name: undefined, arguments: [] };
  // A token that we do not know still speaks ERC-20: its call is named, its amount has no symbol to stand with.
  const abi = (contract && abis[contract]) ?? (erc20Abi as Abi);
  if (data === '0x') return plain;
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data });
    const item = abi.find((one) => one.type === 'function' && one.name === functionName);
    const inputs = item?.type === 'function' ? item.inputs : [];
    const call: DecodedCall = {
      contract,
      name: functionName,
      arguments: args.map((value, at) => ({
        name: inputs[at]?.name || String(at + 1),
        value: written(value),
      })),
    };
    const token = contract && tokens.has(contract) ? tokenMove(contract, functionName, args) : undefined;
    return token ? { ...call, token } : call;
  } catch {
    return plain;
  }
}
