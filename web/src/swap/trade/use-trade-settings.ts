import { create } from 'zustand';
import { keepDraft, readDraft } from '../../platform/drafts.ts';
import { useTradeConfig } from './use-trade-config.ts';

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

/** What the member chose; undefined where the configured value holds. */
type Chosen = {
  slippageBps: number | undefined;
  deadlineMinutes: number | undefined;
  expert: boolean;
  flipped: boolean;
};

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function readSettings(): Chosen {
  const kept = readDraft(draft);
  return {
    slippageBps: numberOf(kept['slippageBps']),
    deadlineMinutes: numberOf(kept['deadlineMinutes']),
    expert: kept['expert'] === '1',
    flipped: kept['flipped'] === '1',
  };
}

const useStore = create<Chosen>(() => readSettings());

/** Changes some of the settings; they stay on this device. */
export function changeTradeSettings(change: Partial<TradeSettings>): void {
  useStore.setState(change);
  const { slippageBps, deadlineMinutes, expert, flipped } = useStore.getState();
  keepDraft(draft, {
    ...(slippageBps === undefined ? {} : { slippageBps: String(slippageBps) }),
    ...(deadlineMinutes === undefined ? {} : { deadlineMinutes: String(deadlineMinutes) }),
    expert: expert ? '1' : '0',
    flipped: flipped ? '1' : '0',
  });
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
