import type { OutputOf } from '@openmere/core/calls.ts';
import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { screen, waitFor, within, fireEvent } from '@testing-library/react';
import { decodeFunctionData, toFunctionSelector } from 'viem';
import type { Abi } from 'viem';
import { expect } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { connect, useWalletStore } from '../platform/wallet/wallet-store.ts';
import {
  contracts as marketContracts,
  injectWallet,
  member,
  newChain,
  nodeOf,
  OWN,
  pool,
} from '../swap/trade/test-trade.ts';
import type { SentCall } from '../swap/trade/test-trade.ts';

// Liquidity in tests: the market of `swap` with 316,227 LP, one member with a hundredth of it, and its desk on chain.

const coin = 10n ** 18n;
export const contracts = {
  ...marketContracts,
  liquidityDesk: '0x1000000000000000000000000000000000000007',
  twapOracle: '0x1000000000000000000000000000000000000008',
  usdo: '0x1000000000000000000000000000000000000009',
} as const;

export const config = {
  list: [
    { idx: 'chain.id', val: '31337' },
    { idx: 'chain.contracts', val: JSON.stringify(contracts) },
    { idx: 'chain.explorer', val: 'https://explorer.test' },
  ],
};

export const equity: OutputOf<'trade/Liquidity'>['equity'] = {
  balance: '1950',
  earned: '2000',
  spent: '50',
  cap: '12500',
  room: '10550',
  capped: false,
  again: '0',
  counted: '1950',
  mark: '1950',
  due: [],
  next: { at: '2026-11-22T00:00:00.000Z', above: '1950' },
};

export const facts: OutputOf<'trade/Liquidity'> = {
  address: OWN,
  lp: '3162.27',
  locks: [],
  lplocked: '0',
  share: '1',
  usdt: '1000',
  open: '10000',
  paidinusdt: '950',
  paidinopen: '10500',
  paidinvalue: '1950',
  value: '2000',
  heldvalue: '2000',
  feesearned: '12.5',
  ousdobtained: '400',
  net: '50',
  realised: '0',
  holds: [],
  heldtotal: '0',
  holdliftedat: null,
  minimumadd: '10',
  holdbps: 2_000,
  holdseconds: 2_592_000,
  equity,
  block: 100,
  asof: '2026-11-20T12:00:00.000Z',
};

export const noFacts: OutputOf<'trade/Liquidity'> = {
  ...facts,
  lp: '0',
  share: '0',
  usdt: '0',
  open: '0',
  paidinusdt: '0',
  paidinopen: '0',
  paidinvalue: '0',
  value: '0',
  heldvalue: '0',
  feesearned: '0',
  ousdobtained: '0',
  net: '0',
};

export const removal: OutputOf<'trade/LiquidityRecords'> = {
  id: 'liq_1',
  time: '2026-11-20T12:00:00.000Z',
  type: 'remove',
  amount: '1000',
  usdt: '500',
  open: '5000',
  lp: '1581.135',
  lpvalue: '1000',
  ousd: '400',
  ousdheld: '100',
  releaseat: '2026-12-20T12:00:00.000Z',
  equity: '0',
  counts: '0',
  settlesat: null,
  hash: `0x${'b2'.repeat(32)}`,
  status: 'final',
  block: 98,
};

/** What the chain says; a test changes it. */
export type DeskChain = ReturnType<typeof newChain> & {
  lpTotal: bigint;
  lp: bigint;
  held: bigint;
  ousd: bigint;
  twapE18: bigint;
  paused: boolean;
  ousdPaused: boolean;
};

export function newDeskChain(): DeskChain {
  return {
    ...newChain(),
    lpTotal: 316_227n * coin,
    lp: 3_162_270n * 10n ** 15n,
    held: 100n * coin,
    ousd: 40n * coin,
    twapE18: coin / 10n,
    paused: false,
    ousdPaused: false,
  };
}

const word = (value: bigint | boolean) => BigInt(value).toString(16).padStart(64, '0');

function deskCall(chain: DeskChain, to: string, selector: string): string | undefined {
  const balances: Record<string, bigint> = {
    [contracts.usdt]: chain.usdt,
    [contracts.open]: chain.open,
    [contracts.ousd]: chain.ousd,
  };
  const answers: Record<string, bigint | boolean> = {
    'totalSupply()': chain.lpTotal,
    'kLast()': 0n,
    'paused()': to === contracts.ousd ? chain.ousdPaused : chain.paused,
    'minimumAdd()': 10n * coin,
    'maxDeviationBps()': 2_000n,
    'lpOf(address)': chain.lp,
    'heldOf(address)': chain.held,
    'price()': chain.twapE18,
    'balanceOf(address)': balances[to] ?? 0n,
  };
  const found = Object.entries(answers).find(([signature]) => toFunctionSelector(signature) === selector);
  return found && `0x${word(found[1])}`;
}

/** The node behind the relay, with the desk on its chain. */
export function deskNode(chain: DeskChain) {
  const market = nodeOf(chain);
  return (method: string, params: readonly unknown[]): unknown => {
    const { to, data } = (params[0] ?? {}) as { to?: string; data?: string };
    const answer = method === 'eth_call' ? deskCall(chain, to ?? '', (data ?? '').slice(0, 10)) : undefined;
    return answer ?? market(method, params);
  };
}

type Setting = {
  answers?: Answers;
  chain?: DeskChain;
  /** `none`: no wallet at all, as on a screen that is still loading; `found`: there, but not connected. */
  wallet?: 'none' | 'found' | 'connected';
  refuse?: boolean;
};

/** Opens a screen of liquidity for a member whose wallet is at hand. */
export async function openLiquidity(place: string, setting: Setting = {}) {
  const { chain = newDeskChain(), wallet = 'connected', refuse = false } = setting;
  const sent: SentCall[] = [];
  const answers: Answers = {
    'trade/Liquidity': facts,
    'trade/LiquidityRecords': { list: [] },
    'trade/Pool': pool,
    'Users/Info': member,
    'Ctrls/GetConfig': config,
    ...setting.answers,
  };
  const stage = await openScreen(place, answers, { rpc: deskNode(chain) });
  if (wallet !== 'none') await injectWallet(sent, { refuse });
  if (wallet === 'connected') await connect(useWalletStore.getState().providers[0]?.id);
  return { ...stage, sent, chain };
}

const abis: Record<string, Abi> = {
  [contracts.liquidityDesk]: liquidityDeskAbi,
  [contracts.ousd]: backedDollarAbi,
};

/** What the wallet was asked to send, in words: contract, function, arguments. */
export function readDesk(sent: readonly SentCall[]) {
  return sent.map(({ to, data }) => {
    const { functionName, args } = decodeFunctionData({ abi: abis[to] ?? erc20Abi, data });
    return { to, name: functionName, args: args ?? [] };
  });
}

/** Opens the review and waits for what the chain says. */
export async function review(button: RegExp) {
  await waitFor(() => {
    const found = screen.getByRole('button', { name: button });
    expect(found.getAttribute('aria-disabled')).toBeNull();
  });
  fireEvent.click(screen.getByRole('button', { name: button }));
  const sheet = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(sheet.queryByText('Reading the chain')).toBeNull());
  return sheet;
}

/** Confirms as a keyboard does: two presses with a pause between. */
export async function holdByKeys(
  scope: Pick<ReturnType<typeof within>, 'getByRole' | 'findByRole'>,
  name: RegExp,
) {
  fireEvent.click(scope.getByRole('button', { name }), { timeStamp: 1 });
  const again = await scope.findByRole('button', { name: /Press again/ });
  await waitFor(() => {
    fireEvent.click(again);
    expect(screen.queryByRole('button', { name: /Press again/ })).toBeNull();
  });
}

/** The value and note of a row by its label. */
export function rowText(label: string): string {
  const terms = screen.getAllByText(label).map((node) => node.closest('div'));
  return terms.find((node) => node?.querySelector('dd'))?.querySelector('dd')?.textContent ?? '';
}
