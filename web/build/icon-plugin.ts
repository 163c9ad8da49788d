import type { Plugin } from 'vite';

const ICON_IMPORT = /import \{([^}]+)\} from '([^']*\/icon\/(?!icon\.)[a-z-]+\.tsx)';/g;

/** Gives each icon of an import its own copy of the icon's file. */
export function separateIconImports(code: string): string {
  return code.replace(ICON_IMPORT, (_line, names: string, file: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => `import { ${name} } from '${file}?icon=${name}';`)
      .join(' '),
  );
}

/**
 * Icons stand in one file per group, and a file is never parted between chunks: a page would load every icon of a group
 * that any screen uses. In a build each icon is imported from a copy of its file that holds nothing else.
 */
export function separateIcons(): Plugin {
  return {
    name: 'openmere:icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/.*\.tsx?$/.test(id)) return undefined;
      const separated = separateIconImports(code);
      return separated === code ? undefined : { code: separated, map: null };
    },
  };
}
