import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { openTokenAbi } from '@openmere/core/chain/abi/open-token.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { uniswapV2RouterAbi } from '@openmere/core/chain/abi/uniswap-v2-router.ts';
import { usdoMintAbi } from '@openmere/core/chain/abi/usdo-mint.ts';
import type { AddressMap, ContractKey } from '@openmere/core/chain/addresses.ts';
import { decodeFunctionData } from 'viem';
import type { Abi } from 'viem';
import type { Hex } from '../eip1193.ts';
import type { DecodedCall } from './approval.ts';

const abis: Partial<Record<ContractKey, Abi>> = {
  usdt: erc20Abi,
  open: openTokenAbi,
  ousd: backedDollarAbi,
  usdo: backedDollarAbi,
  membership: membershipAbi,
  swapDesk: swapDeskAbi,
  liquidityDesk: liquidityDeskAbi,
  router: uniswapV2RouterAbi,
  hashPowerMint: hashPowerMintAbi,
  usdoMint: usdoMintAbi,
  medal: medalAbi,
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

/** What the arguments of our desks count, by name: coins in base units, LP, or seconds since 1970. */
const units: Readonly<Record<string, string>> = {
  usdtIn: 'USDT',
  minOpenOut: 'OPEN',
  openIn: 'OPEN',
  minUsdtOut: 'USDT',
  usdtDesired: 'USDT',
  openDesired: 'OPEN',
  usdtMin: 'USDT',
  openMin: 'OPEN',
  heldOusd: 'OUSD',
  ownOusd: 'OUSD',
  ousdMin: 'OUSD',
  lp: 'LP',
  minPower: 'POWER',
  minUsdo: 'USDO',
  deadline: 'time',
};
const withUnits: ReadonlySet<string> = new Set([
  'swapDesk',
  'liquidityDesk',
  'hashPowerMint',
  'usdoMint',
  'medal',
]);

function unitOf(contract: string | undefined, name: string, argument: string): { unit?: string } {
  if (contract !== undefined && withUnits.has(contract)) {
    const unit = units[argument];
    return unit === undefined ? {} : { unit };
  }
  if (name === 'redeem' && (contract === 'ousd' || contract === 'usdo'))
    return { unit: contract.toUpperCase() };
  return {};
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
  const abi: Abi = (contract && abis[contract]) ?? erc20Abi;
  if (data === '0x') return plain;
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data });
    const item = abi.find((one) => one.type === 'function' && one.name === functionName);
    const inputs = item?.type === 'function' ? item.inputs : [];
    const call: DecodedCall = {
      contract,
      name: functionName,
      arguments: args.map((value, at) => {
        const argument = inputs[at]?.name || String(at + 1);
        return { name: argument, value: written(value), ...unitOf(contract, functionName, argument) };
      }),
    };
    const token = contract && tokens.has(contract) ? tokenMove(contract, functionName, args) : undefined;
    if (!token) return call;
    const receiver = contractAt(token.to, contracts);
    return { ...call, token: { ...token, ...(receiver ? { receiver } : {}) } };
  } catch {
    return plain;
  }
}
