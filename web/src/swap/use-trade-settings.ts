import { deadlineConfig, slippageConfig } from '@openmere/core/swap/slippage.ts';
import { create } from 'zustand';
import { keepDraft, readDraft } from '../platform/drafts.ts';

const draft = 'tradeSettings';

export type TradeSettings = {
  /** Slippage tolerance in basis points. */
  slippageBps: number;
  deadlineMinutes: number;
  /** Trades with an impact of 15 % and more are let through, after a typed confirmation. */
  expert: boolean;
  /** Prices are shown as OPEN per USDT. */
  flipped: boolean;
};

const defaults: TradeSettings = {
  slippageBps: slippageConfig.defaultBps,
  deadlineMinutes: deadlineConfig.defaultSec / 60,
  expert: false,
  flipped: false,
};

function numberOf(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
}

function readSettings(): TradeSettings {
  const kept = readDraft(draft);
  return {
    slippageBps: numberOf(kept['slippageBps'], defaults.slippageBps),
    deadlineMinutes: numberOf(kept['deadlineMinutes'], defaults.deadlineMinutes),
    expert: kept['expert'] === '1',
    flipped: kept['flipped'] === '1',
  };
}

const useStore = create<TradeSettings>(() => readSettings());

/** Changes some of the settings; they stay on this device. */
export function changeTradeSettings(change: Partial<TradeSettings>): void {
  useStore.setState(change);
  const { slippageBps, deadlineMinutes, expert, flipped } = useStore.getState();
  keepDraft(draft, {
    slippageBps: String(slippageBps),
    deadlineMinutes: String(deadlineMinutes),
    expert: expert ? '1' : '0',
    flipped: flipped ? '1' : '0',
  });
}

/** How one trades: tolerance, deadline, expert mode, which way prices are read. */
export function useTradeSettings(): TradeSettings {
  return useStore();
}
