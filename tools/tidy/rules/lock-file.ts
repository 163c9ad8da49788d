import { lineAt } from '../tree.ts';
import type { Rule } from '../tree.ts';

const FILE = 'package-lock.json';

export const lockFile: Rule = {
  name: 'lock-file',
  about: 'The lock file names no host, so that any registry serves, and every package has its checksum.',
  check: (tree) => {
    const text = tree.read(FILE);
    if (text === undefined) return [];
    const hosts = [...text.matchAll(/"resolved": "https?:/g)].map((match) => ({
      path: FILE,
      line: lineAt(text, match.index),
      message: 'an address of a registry: omit-lockfile-registry-resolved belongs in .npmrc',
    }));
    const { packages } = JSON.parse(text) as {
      packages: Record<string, { integrity?: string; link?: boolean }>;
    };
    const unchecked = Object.entries(packages)
      .filter(
        ([path, entry]) => path.includes('node_modules/') && !entry.link && entry.integrity === undefined,
      )
      .map(([path]) => ({ path: FILE, line: 1, message: `${path} has no checksum` }));
    return [...hosts, ...unchecked];
  },
};
