import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

const NAMED = /\.module\.css$/;

/**
 * Gives each class of a style file its name in the build: the file's number among all, and the class's number in it. The same
 * sources get the same names, whatever the order in which the bundler reads them.
 *
 * @param files paths of all style files, in any order
 */
export function classNamer(files: readonly string[]): (name: string, file: string) => string {
  const sorted = files.toSorted();
  const known = new Map<string, Map<string, number>>();
  return (name, file) => {
    const number = sorted.indexOf(file);
    if (number < 0) throw new Error(`${file} is none of the app's style files`);
    const classes = known.get(file) ?? new Map<string, number>();
    known.set(file, classes);
    const place = classes.get(name) ?? classes.size;
    classes.set(name, place);
    return `_${number.toString(36)}-${place.toString(36)}`;
  };
}

/**
 * Short class names in the build. With the words and the hashes of the usual ones the styles, which every first visit waits for,
 * took a fifth more. Development and tests keep the words.
 */
export function shortClassNames(web: string): Plugin {
  return {
    name: 'openmere:class-names',
    apply: 'build',
    async config() {
      const source = join(web, 'src');
      const files = (await readdir(source, { recursive: true })).filter((file) => NAMED.test(file));
      const name = classNamer(files.map((file) => file.split(sep).join('/')));
      const generateScopedName = (local: string, file: string): string =>
        name(local, relative(source, file).split(sep).join('/'));
      return { css: { modules: { generateScopedName } } };
    },
  };
}
