import { create } from 'zustand';
import { readSetting, writeSetting } from '../platform/storage.ts';

type OnlyHeld = { onlyHeld: boolean; setOnlyHeld: (on: boolean) => void };

/** Whether coins that one has none of are left out; kept on the device. */
export const useOnlyHeld = create<OnlyHeld>((set) => ({
  onlyHeld: readSetting('onlyHeld') === '1',
  setOnlyHeld(onlyHeld) {
    writeSetting('onlyHeld', onlyHeld ? '1' : undefined);
    set({ onlyHeld });
  },
}));
