import { create } from 'zustand';
import { readStored, writeStored } from '../platform/storage.ts';

type OnlyHeld = { onlyHeld: boolean; setOnlyHeld: (on: boolean) => void };

/** Whether coins that one has none of are left out; kept on the device. */
export const useOnlyHeld = create<OnlyHeld>((set) => ({
  onlyHeld: readStored('setting.onlyHeld') === '1',
  setOnlyHeld(onlyHeld) {
    writeStored('setting.onlyHeld', onlyHeld ? '1' : undefined);
    set({ onlyHeld });
  },
}));
