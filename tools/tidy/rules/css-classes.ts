import { lineAt } from '../tree.ts';
import type { Finding, Rule } from '../tree.ts';

const COMMENT = /\/\*[\s\S]*?\*\//g;
/** A class that another library puts on what it draws is styled under this word, not named by us. */
const FOREIGN = /:global\([^)]*\)/g;
const CLASS = /\.([A-Za-z][\w-]*)/g;

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** The classes of a stylesheet with the position of their first mention. */
function classesOf(css: string): Map<string, number> {
  const own = css.replaceAll(COMMENT, blank).replaceAll(FOREIGN, blank);
  const found = new Map<string, number>();
  for (const match of own.matchAll(CLASS)) {
    const name = match[1] ?? '';
    if (!found.has(name)) found.set(name, match.index);
  }
  return found;
}

/** The names that a stylesheet has where it is imported: `css` in nearly all files. */
function readName(text: string, specifier: string): string | undefined {
  const quoted = specifier.replaceAll('.', String.raw`\.`);
  return new RegExp(String.raw`import (\w+) from '${quoted}'`).exec(text)?.[1];
}

/** A class that nobody names any more is a look that was lost by a rename, as happened to the numbers of the recovery phrase. */
export const cssClasses: Rule = {
  name: 'css-classes',
  about: 'Each class of a CSS module is named by a file that imports it.',
  check: (tree) =>
    tree.files
      .filter(({ path }) => path.endsWith('.module.css'))
      .flatMap((sheet): Finding[] => {
        const used = new Set<string>();
        for (const source of tree.sources) {
          const found = source.imports().find(({ target }) => target === sheet.path);
          const name = found && readName(source.text, found.specifier);
          if (name === undefined) continue;
          // Chosen by a value: any of them may be meant.
          if (new RegExp(String.raw`\b${name}\[(?!')`).test(source.text)) return [];
          const naming = new RegExp(String.raw`\b${name}(?:\.(\w+)|\['([\w-]+)'\])`, 'g');
          for (const match of source.text.matchAll(naming)) used.add(match[1] ?? match[2] ?? '');
        }
        return [...classesOf(sheet.text)]
          .filter(([name]) => !used.has(name))
          .map(([name, at]) => ({
            path: sheet.path,
            line: lineAt(sheet.text, at),
            message: `nothing names .${name}: use it where it belongs, or delete it`,
          }));
      }),
};
