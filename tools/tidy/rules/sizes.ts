import type { Finding, Rule } from '../tree.ts';

const LINES_MAX = 500;
/** Of these the linter counts the lines. */
const LINTED = /\.(ts|tsx|mjs)$/;
const LINES_AIM = 250;
/** One file in ten may be longer than the aim. */
const LONG_SHARE_MAX = 0.1;

function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

export const sizes: Rule = {
  name: 'sizes',
  about: 'Wall 10: no style sheet, query file or contract over 500 lines; 9 of 10 files at most 250.',
  check: (tree) => {
    const counted = tree.files.map((file) => ({ path: file.path, lines: countLines(file.text) }));
    const found: Finding[] = counted
      .filter((file) => file.lines > LINES_MAX && !LINTED.test(file.path))
      .map((file) => ({
        path: file.path,
        line: LINES_MAX,
        message: `${file.lines} lines; at most ${LINES_MAX}`,
      }));
    const long = counted.filter((file) => file.lines > LINES_AIM).toSorted((a, b) => b.lines - a.lines);
    if (long.length > counted.length * LONG_SHARE_MAX) {
      const first = long[0];
      const message = `${long.length} of ${counted.length} files have more than ${LINES_AIM} lines; this is the longest`;
      found.push({ path: first?.path ?? '', line: first?.lines ?? 0, message });
    }
    return found;
  },
};
