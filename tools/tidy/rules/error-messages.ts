import { lineAt } from '../tree.ts';
import type { Finding, Rule, Tree } from '../tree.ts';
import { LOCALES, readMessages } from './locales.ts';

const CODE = /'([a-z][a-z0-9]*\.[a-zA-Z0-9]+)'\s*:/g;
const FOLDER = 'core/src/locales';

export const errorMessages: Rule = {
  name: 'error-messages',
  about: 'Every refusal code has its message in all nine languages, and no text of a screen stands under it.',
  check: (tree) => [...listUnsaid(tree), ...listTaken(tree)],
};

function listUnsaid(tree: Tree): Finding[] {
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
}

/** Texts and refusals share one catalog in the app: of two with one name, the one that is loaded last would be shown for both. */
function listTaken(tree: Tree): Finding[] {
  const codes = new Set(
    tree.list(`${FOLDER}/en`).flatMap((name) => Object.keys(readMessages(tree, `${FOLDER}/en/${name}`))),
  );
  return tree.list('web/src/locales/en').flatMap((name) => {
    const path = `web/src/locales/en/${name}`;
    const group = name.replace(/\.json$/, '');
    return Object.keys(readMessages(tree, path))
      .filter((key) => codes.has(`${group}.${key}`))
      .map((key) => ({ path, line: 1, message: `${key} has the name of the refusal ${group}.${key}` }));
  });
}
