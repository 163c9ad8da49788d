import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { openScreen } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { connect, useWalletStore } from '../../platform/wallet/wallet-store.ts';
import { config, injectWallet, member, newChain, nodeOf, pool } from './test-trade.ts';
import type { SentCall, StageChain } from './test-trade.ts';

// The trade screen in tests: opened, typed into, reviewed and confirmed.

export const TRADE_PATH = '/pages/swap/swap/swap';

export type Setting = {
  isWide?: boolean;
  answers?: Answers;
  chain?: StageChain;
  connected?: boolean;
  chainId?: string;
  refuse?: boolean;
};

/** Opens the form for a member whose wallet is at hand. */
export async function openTrade(setting: Setting = {}, place = TRADE_PATH) {
  const { chain = newChain(), connected = true } = setting;
  const sent: SentCall[] = [];
  const answers: Answers = {
    'trade/Pool': pool,
    'trade/Trades': { list: [] },
    'Users/Info': member,
    'Ctrls/GetConfig': config,
    ...setting.answers,
  };
  const stage = await openScreen(place, answers, { rpc: nodeOf(chain), isWide: setting.isWide === true });
  await injectWallet(sent, {
    ...(setting.chainId === undefined ? {} : { chainId: setting.chainId }),
    ...(setting.refuse === undefined ? {} : { refuse: setting.refuse }),
  });
  if (connected) await connect(useWalletStore.getState().providers[0]?.id);
  await screen.findByLabelText('You pay');
  return { ...stage, sent, chain };
}

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const type = (label: string, text: string) =>
  fireEvent.change(field(label), { target: { value: text } });
export const rowOf = (label: string) => {
  const terms = screen.getAllByText(label).map((node) => node.closest('div'));
  return terms.find((node) => node?.querySelector('dd')) ?? undefined;
};

/** Opens the review and waits for the chain's own figures. */
export async function review(button: RegExp) {
  fireEvent.click(await screen.findByRole('button', { name: button }));
  const sheet = within(await screen.findByRole('dialog'));
  await sheet.findByText(/Just read from the chain, block 100/);
  return sheet;
}

/** Confirms as a keyboard does: two presses with a pause between. */
export async function holdByKeys(sheet: ReturnType<typeof within>, name: RegExp): Promise<void> {
  const button = sheet.getByRole('button', { name });
  fireEvent.click(button, { timeStamp: 1 });
  const again = await sheet.findByRole('button', { name: /Press again/ });
  await waitFor(() => {
    fireEvent.click(again);
    expect(screen.queryByRole('button', { name: /Press again/ })).toBeNull();
  });
}
