import { specifiedRoutes } from '../specified.ts';
import type { Finding, Rule } from '../tree.ts';

const FILE = 'web/src/app/routes.ts';
const FURTHER = 'web/src/app/further-routes.ts';
/** Ours and the specification's, which it shortens: `/pages/team/team, invite` are two paths. */
const SCREENS = 'docs/spec/screens.md';
const ROW = /\brow\(\s*'([^']+)'|\bpath:\s*'([^']+)'/g;

export const routesSpecified: Rule = {
  name: 'specified-routes',
  about:
    'Every specified route exists once in the route tables, and every route stands in docs/spec/screens.md.',
  check: (tree) => {
    const first = tree.read(FILE);
    if (first === undefined) return [];
    const text = first + (tree.read(FURTHER) ?? '');
    const rows = [...text.matchAll(ROW)].map((match) => match[1] ?? match[2] ?? '');
    const at = (message: string): Finding => ({ path: FILE, line: 1, message });
    const twice = rows.filter((path, index) => rows.indexOf(path) !== index);
    const missing = specifiedRoutes.filter((path) =>
      path.endsWith('/') && path !== '/' ? !rows.some((row) => row.startsWith(path)) : !rows.includes(path),
    );
    const words = tree.read(SCREENS)?.match(/[\w-]+/g);
    const unnamed = words
      ? rows.filter((path) => path !== '/' && !words.includes(path.split('/').at(-1) ?? ''))
      : [];
    return [
      ...unnamed.map((path) => at(`${path} does not stand in ${SCREENS}`)),
      ...missing.map((path) => at(`${path} is missing`)),
      ...twice.map((path) => at(`${path} stands twice`)),
    ];
  },
};
