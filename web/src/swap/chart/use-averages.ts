import { create } from 'zustand';
import { readStored, writeStored } from '../../platform/storage.ts';
import { averageLengths } from './candle-average.ts';
import type { AverageLength } from './candle-average.ts';

type Averages = {
  averages: readonly AverageLength[];
  setAverages: (averages: readonly AverageLength[]) => void;
};

/** The text as it is kept: "7,25". Nothing kept: the two that most charts begin with. */
export function averagesOf(kept = '7,25'): AverageLength[] {
  const chosen = kept.split(',');
  return averageLengths.filter((length) => chosen.includes(String(length)));
}

/** The moving averages that are drawn, at every interval; kept on the device. */
export const useAverages = create<Averages>((set) => ({
  averages: averagesOf(readStored('setting.averages')),
  setAverages(averages) {
    writeStored('setting.averages', averages.join());
    set({ averages });
  },
}));
