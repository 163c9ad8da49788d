/** A place in the app: `#/pages/login/login?from=…` → path and query. Own few lines, because every route is a fixed path. */
export type AppLocation = { readonly path: string; readonly query: Readonly<Record<string, string>> };

export function parseLocation(hash: string): AppLocation {
  const text = hash.replace(/^#/, '') || '/';
  const cut = text.indexOf('?');
  const path = cut < 0 ? text : text.slice(0, cut);
  const query = cut < 0 ? {} : Object.fromEntries(new URLSearchParams(text.slice(cut + 1)));
  return { path: path.startsWith('/') ? path : `/${path}`, query };
}

export function formatLocation(path: string, query: Record<string, string | undefined> = {}): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}
