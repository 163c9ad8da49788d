import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const web = join(import.meta.dirname, '../../web/src');
const fieldElement =
  /<(AmountField|TextField|TextArea|PasswordInput|EmailField|MailCodeField|CodeField|NewPasswordFields|PassphraseFields|QuantityField)\b/;

/** The files of the app that show a field for text, apart from those that make such fields for others. */
export function readInputFiles(): string[] {
  return readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => fieldElement.test(readFileSync(path, 'utf8')))
    .map((path) => relative(web, path))
    .filter((path) => !/^(ui|parts)\//.test(path))
    .sort();
}
