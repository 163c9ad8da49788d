/** Everything the app keeps on the device, by name. Never a password; see docs/threat-model.md. */
export type SettingName =
  | 'locale'
  | 'theme'
  | 'hideAmounts'
  | 'upDown'
  | 'token'
  | 'ended'
  | 'accounts'
  | 'address'
  | 'lastPath'
  | 'wantedPath'
  | 'walletName'
  | 'drafts'
  | 'pendingTransactions'
  | 'configSeen'
  | 'homeSeen'
  | 'setUpDone'
  | 'onlyHeld'
  | 'placesRead';

const prefix = 'openmere.';

/** Undefined when absent or when the browser refuses storage (private mode): the app works without. */
export function readSetting(name: SettingName): string | undefined {
  try {
    return localStorage.getItem(prefix + name) ?? undefined;
  } catch (error) {
    reportRefusedStorage(error);
    return undefined;
  }
}

export function writeSetting(name: SettingName, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, value);
  } catch (error) {
    reportRefusedStorage(error);
  }
}

let reported = false;
function reportRefusedStorage(error: unknown): void {
  if (!reported)
    console.warn('the browser refuses to store settings; they last until the page is closed', error);
  reported = true;
}

/** Launch parameter `invcode` kept for 30 days in a cookie, so that it survives until registration. */
export function keepInviteCode(code: string): void {
  if (!/^[0-9A-Za-z]{4,16}$/.test(code)) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `invcode=${code}; Max-Age=2592000; Path=/; SameSite=Lax${secure}`;
}

export function keptInviteCode(): string | undefined {
  return /(?:^|; )invcode=([0-9A-Za-z]{4,16})(?:;|$)/.exec(document.cookie)?.[1];
}
