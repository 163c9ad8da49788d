import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const web = join(import.meta.dirname, '../../web/src');

export type SeenRoute = { path: string; open: boolean; finished: boolean };

/** The rows of the app's route tables; `finished` says that a screen fills the place. Read as text: the app is not ours to load. */
export function readRoutes(): SeenRoute[] {
  const rows = ['routes.ts', 'further-routes.ts'].flatMap((file) => {
    const text = readFileSync(join(web, 'app', file), 'utf8');
    const table = text.slice(text.indexOf('readonly Route[] = ['));
    return table
      .slice(0, table.indexOf('\n];'))
      .split(/\n {2}row\(/)
      .slice(1);
  });
  return rows.map((row) => {
    const [, path, access] = /'([^']+)',\s*'(open|member)'/.exec(row) ?? [];
    if (path === undefined) throw new Error(`not a row of the route table: ${row}`);
    return { path, open: access === 'open', finished: row.includes('screen:') };
  });
}

/** The names of the text groups: a screen that shows `group.key` has lost its words. */
export function readTextGroups(): string[] {
  return readdirSync(join(web, 'locales/en')).map((name) => name.replace(/\.json$/, ''));
}
