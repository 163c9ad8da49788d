import { create } from 'zustand';
import { readStored, writeStored } from '../../platform/storage.ts';
import { useTradeConfig } from './use-trade-config.ts';

export type TradeSettings = {
  /** Slippage tolerance in basis points. */
  slippageBps: number;
  deadlineMinutes: number;
  /** Trades with an impact of 15 % and more are let through, after a typed confirmation. */
  expert: boolean;
  /** Prices are shown as OPEN per USDT. */
  flipped: boolean;
};

/** What the member chose; undefined where the configured value holds. */
type Chosen = {
  slippageBps: number | undefined;
  deadlineMinutes: number | undefined;
  expert: boolean;
  flipped: boolean;
};

function wholeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function readKept(): { readonly [key in keyof Chosen]?: unknown } {
  try {
    return { ...(JSON.parse(readStored('setting.trade') ?? '{}') as object) };
  } catch {
    return {}; // damaged: the configured values hold
  }
}

function readChosen(): Chosen {
  const { slippageBps, deadlineMinutes, expert, flipped } = readKept();
  return {
    slippageBps: wholeOf(slippageBps),
    deadlineMinutes: wholeOf(deadlineMinutes),
    expert: expert === true,
    flipped: flipped === true,
  };
}

const useStore = create<Chosen>(() => readChosen());

/** Changes some of the settings; they stay on this device. */
export function changeTradeSettings(change: Partial<TradeSettings>): void {
  useStore.setState(change);
  writeStored('setting.trade', JSON.stringify(useStore.getState()));
}

/** How one trades: tolerance, deadline, expert mode, which way prices are read. */
export function useTradeSettings(): TradeSettings {
  const chosen = useStore();
  const { slippage, deadline } = useTradeConfig();
  return {
    ...chosen,
    slippageBps: chosen.slippageBps ?? slippage.defaultBps,
    deadlineMinutes: chosen.deadlineMinutes ?? deadline.defaultSec / 60,
  };
}
