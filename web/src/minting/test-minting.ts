import type { OutputOf } from '@openmere/core/calls.ts';
import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { usdoMintAbi } from '@openmere/core/chain/abi/usdo-mint.ts';
import { decodeFunctionData, toFunctionSelector } from 'viem';
import type { Abi } from 'viem';
import { openScreen, Reverted } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { connect, useWalletStore } from '../platform/wallet/wallet-store.ts';
import {
  contracts as marketContracts,
  injectWallet,
  member,
  newChain,
  nodeOf,
} from '../swap/trade/test-trade.ts';
import type { SentCall } from '../swap/trade/test-trade.ts';

// Minting in tests: the market of `swap` at an average of 0.1, a member with a wallet, both minting contracts and USDO.

const coin = 10n ** 18n;
export const contracts = {
  ...marketContracts,
  twapOracle: '0x1000000000000000000000000000000000000008',
  usdo: '0x1000000000000000000000000000000000000009',
  hashPowerMint: '0x100000000000000000000000000000000000000a',
  usdoMint: '0x100000000000000000000000000000000000000b',
} as const;

const config = {
  list: [
    { idx: 'chain.id', val: '31337' },
    { idx: 'chain.contracts', val: JSON.stringify(contracts) },
    { idx: 'chain.explorer', val: 'https://explorer.test' },
  ],
};

export const info: OutputOf<'Cast/Info'> = {
  personal: '62',
  dynamic: '5',
  bonus: '0',
  threshold: '100',
  inclusive: false,
  mining: false,
  missing: '38.000000000000000001',
  active: '0',
  next: '2026-11-23T00:00:00.000Z',
  granted: { personal: '65', dynamic: '5', bonus: '0' },
  old: { personal: '0', dynamic: '5', bonus: '0' },
  spokenfor: { dynamic: '1', bonus: '0' },
  waiting: [{ amount: '62', from: '2026-11-24T00:00:00.000Z' }],
  minted: { power: '62', open: '310', value: '31', burned: '155' },
};

export const energy: OutputOf<'Users/GetMyEnergy'> = {
  personal: '62',
  dynamic: '5',
  bonus: '0',
  out: '3',
  team: '400',
  active: '0',
  threshold: '100',
  inclusive: false,
  mining: false,
  equity: '12.5',
};

export const usdoInfo: OutputOf<'Usdo/Info'> = {
  minted: '80',
  fromusdt: '50',
  fromopen: '30',
  open: '310',
  fees: '0.15',
  burned: '3.1',
  redeemed: '20',
};

export type MintingChain = ReturnType<typeof newChain> & {
  paused: boolean;
  usdoPaused: boolean;
  /** Undefined: the oracle has none yet; `stale`: it is too old. */
  priceE18: bigint | 'stale' | undefined;
  usdo: bigint;
  /** The pool answers nothing. */
  noPair?: boolean;
};

export function newMintingChain(): MintingChain {
  return { ...newChain(), paused: false, usdoPaused: false, priceE18: coin / 10n, usdo: 40n * coin };
}

const word = (value: bigint | boolean) => BigInt(value).toString(16).padStart(64, '0');

const reverted = (signature: string, args: readonly bigint[]) =>
  new Reverted(toFunctionSelector(signature) + args.map(word).join(''));

function mintingCall(chain: MintingChain, to: string, selector: string): string | undefined {
  const price = (): bigint => {
    if (chain.priceE18 === 'stale') throw reverted('Stale(uint256,uint256)', [4_000n, 3_600n]);
    if (chain.priceE18 === undefined) throw reverted('NotReady(uint256)', [1_800_000_000n]);
    return chain.priceE18;
  };
  const balances: Record<string, bigint> = {
    [contracts.usdt]: chain.usdt,
    [contracts.open]: chain.open,
    [contracts.usdo]: chain.usdo,
  };
  if (to === contracts.pair && chain.noPair) throw reverted('Away()', []);
  const answers: Record<string, () => string> = {
    'paused()': () =>
      word(to === contracts.usdoMint ? chain.usdoPaused : to === contracts.hashPowerMint && chain.paused),
    'priceE18()': () => word(price()),
    'minimumValue()': () => word(10n * coin),
    'POWER_PER_USDT()': () => word(2n),
    // Two minutes before the block.
    'lastObservation()': () => word(0x6a000000n - 120n) + word(0n) + word(6n),
    'balanceOf(address)': () => word(balances[to] ?? 0n),
    'totalSupply()': () => word(1_000n * coin),
  };
  const found = Object.entries(answers).find(([signature]) => toFunctionSelector(signature) === selector);
  return found && `0x${found[1]()}`;
}

function mintingNode(chain: MintingChain) {
  const market = nodeOf(chain);
  return (method: string, params: readonly unknown[]): unknown => {
    const { to, data } = (params[0] ?? {}) as { to?: string; data?: string };
    const answer =
      method === 'eth_call' ? mintingCall(chain, to ?? '', (data ?? '').slice(0, 10)) : undefined;
    return answer ?? market(method, params);
  };
}

type Setting = {
  answers?: Answers;
  chain?: MintingChain;
  wallet?: 'none' | 'connected';
  refuse?: boolean;
};

/** Opens a screen of minting for a member whose wallet is at hand. */
export async function openMinting(path: string, setting: Setting = {}) {
  const { chain = newMintingChain(), wallet = 'connected', refuse = false } = setting;
  const sent: SentCall[] = [];
  const answers: Answers = {
    'Cast/Info': info,
    'Users/GetMyEnergy': energy,
    'Usdo/Info': usdoInfo,
    'Users/Info': member,
    'Ctrls/GetConfig': config,
    ...setting.answers,
  };
  const opened = await openScreen(path, answers, { rpc: mintingNode(chain) });
  if (wallet !== 'none') {
    await injectWallet(sent, { refuse });
    await connect(useWalletStore.getState().providers[0]?.id);
  }
  return { ...opened, sent, chain };
}

const abis: Record<string, Abi> = {
  [contracts.hashPowerMint]: hashPowerMintAbi,
  [contracts.usdoMint]: usdoMintAbi,
  [contracts.usdo]: backedDollarAbi,
};

/** What the wallet was asked to send, in words. */
export function readMinting(sent: readonly SentCall[]) {
  return sent.map(({ to, data }) => {
    const { functionName, args } = decodeFunctionData({ abi: abis[to] ?? erc20Abi, data });
    return { to, name: functionName, args: args ?? [] };
  });
}
