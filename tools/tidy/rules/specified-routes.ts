import { specifiedRoutes } from '../specified.ts';
import type { Finding, Rule } from '../tree.ts';

const FILE = 'web/src/app/routes.ts';
const FURTHER = 'web/src/app/further-routes.ts';
/** Ours and the specification's, which it shortens: `/pages/team/team, invite` are two paths. */
const SCREENS = 'docs/spec/screens.md';
const ROW = /\brow\(\s*'([^']+)'|\bpath:\s*'([^']+)'/g;

/** Folder and last part: `/pages/team captain` of `/pages/team/captain/captain`, ` choose-location` of what has no folder. */
function nameOf(path: string): string {
  const parts = path.replace(/\/$/, '').split('/');
  return `${folderOf(parts)} ${parts.at(-1)}`;
}

function folderOf(parts: readonly string[]): string {
  return parts.length > 2 ? parts.slice(0, 3).join('/') : '';
}

/** What each row names, in the folder of the path before it: `/pages/team/team, invite` names both in `/pages/team`. */
function namesIn(screens: string): string[] {
  return screens.split('\n').flatMap((line) => {
    let folder = '';
    return [...line.matchAll(/\/?\w[\w/-]*/g)].map(([text]) => {
      if (text.startsWith('/')) folder = folderOf(text.split('/'));
      return nameOf(text.startsWith('/') ? text : `${folder}/${text}`);
    });
  });
}

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
    const screens = tree.read(SCREENS);
    const named = new Set(namesIn(screens ?? ''));
    const unnamed =
      screens === undefined ? [] : rows.filter((path) => path !== '/' && !named.has(nameOf(path)));
    return [
      ...unnamed.map((path) => at(`${path} does not stand in ${SCREENS}`)),
      ...missing.map((path) => at(`${path} is missing`)),
      ...twice.map((path) => at(`${path} stands twice`)),
    ];
  },
};
