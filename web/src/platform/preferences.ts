import { create } from 'zustand';
import { currentLocale } from './i18n.ts';
import { readStored, writeStored } from './storage.ts';

export type Theme = 'system' | 'light' | 'dark';
export type UpDown = 'auto' | 'green-up' | 'red-up';

type Preferences = {
  theme: Theme;
  hideAmounts: boolean;
  upDown: UpDown;
  setTheme: (theme: Theme) => void;
  setHideAmounts: (hide: boolean) => void;
  setUpDown: (upDown: UpDown) => void;
};

/** `data-theme` on the root chooses the colours; absent means the device's own choice. */
function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

const startTheme = (readStored('setting.theme') as Theme | undefined) ?? 'system';
applyTheme(startTheme);

export const usePreferences = create<Preferences>((set) => ({
  theme: startTheme,
  hideAmounts: readStored('setting.hideAmounts') === '1',
  upDown: (readStored('setting.upDown') as UpDown | undefined) ?? 'auto',
  setTheme(theme) {
    writeStored('setting.theme', theme);
    applyTheme(theme);
    set({ theme });
  },
  setHideAmounts(hideAmounts) {
    writeStored('setting.hideAmounts', hideAmounts ? '1' : undefined);
    set({ hideAmounts });
  },
  setUpDown(upDown) {
    writeStored('setting.upDown', upDown);
    set({ upDown });
  },
}));

/** Red rises in Chinese, Japanese and Korean; green elsewhere; the setting turns it. */
export function redRises(upDown: UpDown): boolean {
  if (upDown !== 'auto') return upDown === 'red-up';
  return /^(zh|ja|ko)/.test(currentLocale());
}
