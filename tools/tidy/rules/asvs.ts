import { isTest, lineAt } from '../tree.ts';
import type { Finding, Rule } from '../tree.ts';

const PAGE = 'docs/security/asvs.md';
const ROOMS = /^(bench|console|contracts|core|docs|e2e|server|tools|web)\//;
const STATES = ['shown', 'read', 'text', 'outside', 'partly', 'not', 'none'] as const;
const LEVELS = ['L1', 'L2', 'L3'] as const;
/** A requirement, or a chapter of which nothing applies with how many it has. */
const REQUIREMENT = /^- \*\*(\d+\.\d+\.\d+)\*\* (L[123]) _(\w+)_ (.+)$/;
const CHAPTER = /^- \*\*(\d+)\*\* L1 (\d+) L2 (\d+) _none_ /;
/** A file, and maybe the name of a test in it. */
const PLACE = /`([\w./-]+\/[\w./-]+)`(?: “([^”]+)”)?/g;
const ALL = { L1: 70, L2: 183 };

type Counts = Map<string, number>;

function add(counts: Counts, level: string, state: string, count = 1): void {
  counts.set(`${level} ${state}`, (counts.get(`${level} ${state}`) ?? 0) + count);
}

/** The lines of the page's own table of figures. */
export function figuresOf(counts: Counts): string[] {
  const of = (level: string, state: string): number => counts.get(`${level} ${state}`) ?? 0;
  return LEVELS.map((level) => `| ${[level, ...STATES.map((state) => of(level, state))].join(' | ')} |`);
}

export const asvs: Rule = {
  name: 'asvs',
  about:
    'The list of ASVS requirements names files and tests that are there, each requirement once, and counts them right.',
  check: (tree) => {
    const text = tree.read(PAGE);
    if (text === undefined) return [];
    const found: Finding[] = [];
    const refuse = (line: number, message: string): void => void found.push({ path: PAGE, line, message });
    const [seen, counts]: [Set<string>, Counts] = [new Set(), new Map()];
    for (const [index, line] of text.split('\n').entries()) {
      const at = index + 1;
      const chapter = CHAPTER.exec(line);
      if (chapter) {
        add(counts, 'L1', 'none', Number(chapter[2]));
        add(counts, 'L2', 'none', Number(chapter[3]));
        continue;
      }
      if (!line.startsWith('- **')) continue;
      const [, number = '', level = '', state = '', said = ''] = REQUIREMENT.exec(line) ?? [];
      if (!STATES.some((one) => one === state)) refuse(at, 'not a line of a requirement');
      if (seen.has(number)) refuse(at, `${number} stands twice`);
      seen.add(number);
      add(counts, level, state);
      let hasTest = false;
      for (const [, short = '', name] of said.matchAll(PLACE)) {
        const path = ROOMS.test(short) ? short : `server/src/${short}`;
        const file = name === undefined ? undefined : tree.read(path);
        if (!tree.has(path)) refuse(at, `${path} is not there`);
        else if (name !== undefined && !(isTest(path) && file?.includes(name)))
          refuse(at, `no test of that name in ${path}: ${name}`);
        hasTest ||= name !== undefined;
      }
      if (state === 'shown' && !hasTest) refuse(at, `${number} names no test`);
    }
    for (const [level, all] of Object.entries(ALL)) {
      const sum = STATES.reduce((total, state) => total + (counts.get(`${level} ${state}`) ?? 0), 0);
      if (sum !== all) refuse(1, `${level} has ${all} requirements, ${sum} are listed`);
    }
    const squeezed = text.replaceAll(/ +/g, ' ');
    for (const row of figuresOf(counts))
      if (!squeezed.includes(row)) refuse(lineAt(text, text.indexOf('| ')), `the figures are: ${row}`);
    return found;
  },
};
