import type { StoredName } from './stored-name.ts';

function readStore(store: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(localStorage.getItem(store) ?? '{}') as object) };
  } catch (error) {
    reportRefusedStorage(error);
    return {};
  }
}

/** Undefined when absent or when the browser refuses storage (private mode): the app works without. */
export function readStored(name: StoredName): string | undefined {
  const [store = '', field = ''] = name.split('.');
  const value = readStore(store)[field];
  return typeof value === 'string' ? value : undefined;
}

/** Reads the store anew each time, because another tab may have written it. */
export function writeStored(name: StoredName, value: string | undefined): void {
  const [store = '', field = ''] = name.split('.');
  try {
    localStorage.setItem(store, JSON.stringify({ ...readStore(store), [field]: value }));
  } catch (error) {
    reportRefusedStorage(error);
  }
}

let reported = false;
function reportRefusedStorage(error: unknown): void {
  if (!reported) console.warn('nothing can be kept on this device', error);
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
