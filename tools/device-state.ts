import type { StoredName } from '../web/src/platform/stored-name.ts';

/** Texts of the app's client state, by `store.field`. */
export type DeviceState = Partial<Record<StoredName, string>>;

/** A script for a page of the app: writes these into what lasts on the device, beside what is there. Before the app starts. */
export function keepScript(state: DeviceState): string {
  return Object.entries(state)
    .map(([name, value]) => {
      const [store = '', field = ''] = name.split('.');
      const before = `JSON.parse(localStorage.getItem('${store}') ?? '{}')`;
      return `localStorage.setItem('${store}', JSON.stringify({ ...${before}, ${field}: ${JSON.stringify(value)} }));`;
    })
    .join('\n');
}

/** An expression for a page of the app: one text of it, undefined where there is none. */
export function keptExpression(name: StoredName): string {
  const [store = '', field = ''] = name.split('.');
  return `JSON.parse(localStorage.getItem('${store}') ?? '{}').${field}`;
}
