import { lineAt } from '../tree.ts';
import type { Finding, Rule } from '../tree.ts';
import { LOCALES, readMessages } from './locales.ts';

const CODE = /'([a-z][a-z0-9]*\.[a-zA-Z0-9]+)'\s*:/g;
const FOLDER = 'core/src/locales';

export const errorMessages: Rule = {
  name: 'error-messages',
  about: 'Every refusal code has its message in all nine languages.',
  check: (tree) => {
    const known = LOCALES.map((locale) => {
      const files = tree.list(`${FOLDER}/${locale}`).filter((name) => name.endsWith('.json'));
      const keys = files.flatMap((name) => Object.keys(readMessages(tree, `${FOLDER}/${locale}/${name}`)));
      return { locale, keys: new Set(keys) };
    });
    return tree.sources
      .filter((file) => /^core\/src\/\w+\/errors\.ts$/.test(file.path))
      .flatMap((file) =>
        [...file.text.matchAll(CODE)].flatMap((match): Finding[] => {
          const code = match[1] ?? '';
          const missing = known.filter((one) => !one.keys.has(code)).map((one) => one.locale);
          if (missing.length === 0) return [];
          const message = `${code} has no message in ${missing.join(', ')}`;
          return [{ path: file.path, line: lineAt(file.text, match.index), message }];
        }),
      );
  },
};
