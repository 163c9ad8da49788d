import type { StoredName } from './stored-name.ts';

/** What the browser does not keep (private mode, no room), by store: this page goes on with it. */
const unkept: Record<string, string> = {};

function readStore(store: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(unkept[store] ?? localStorage.getItem(store) ?? '{}') as object) };
  } catch {
    return {}; // refused, or damaged
  }
}

/** Undefined when absent. */
export function readStored(name: StoredName): string | undefined {
  const [store = '', field = ''] = name.split('.');
  const value = readStore(store)[field];
  return typeof value === 'string' ? value : undefined;
}

/** Reads the store anew each time, because another tab may have written it. */
export function writeStored(name: StoredName, value: string | undefined): void {
  const [store = '', field = ''] = name.split('.');
  unkept[store] = JSON.stringify({ ...readStore(store), [field]: value });
  try {
    localStorage.setItem(store, unkept[store]);
    delete unkept[store];
  } catch (error) {
    console.warn('nothing can be kept on this device', error);
  }
}

let invited: string | undefined;

/** Launch parameter `invcode` kept for 30 days in a cookie, so that it survives until registration; without cookies as long as the page. */
export function keepInviteCode(code: string): void {
  if (!/^[0-9A-Za-z]{4,16}$/.test(code)) return;
  invited = code;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `invcode=${code}; Max-Age=2592000; Path=/; SameSite=Lax${secure}`;
}

export function keptInviteCode(): string | undefined {
  return /(?:^|; )invcode=([0-9A-Za-z]{4,16})(?:;|$)/.exec(document.cookie)?.[1] ?? invited;
}
