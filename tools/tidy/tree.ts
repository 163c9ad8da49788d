import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { listImports } from './syntax.ts';
import type { Import } from './syntax.ts';

/** One source file of the house, by its path from the root with `/` between folders. */
export type Source = { path: string; text: string; imports: () => readonly ResolvedImport[] };
/** `target` is the path of the imported file in the house, or undefined when it is a package. */
export type ResolvedImport = Import & { target: string | undefined };

/** What a rule found: where, and what to do about it. */
export type Finding = { path: string; line: number; message: string };
export type Rule = {
  name: string;
  /** The wall or habit that it keeps (architecture.md). */
  about: string;
  check: (tree: Tree) => Finding[] | Promise<Finding[]>;
};

const ROOMS = ['contracts', 'core', 'server', 'web', 'console', 'e2e', 'bench', 'tools'];
const LEFT_OUT = new Set(['node_modules', 'dist', 'artifacts', 'cache', 'coverage', 'test-results', 'abi']);
const KEPT = /\.(ts|tsx|mjs|sql|sol|css)$/;
const SOURCE = /\.(ts|tsx|mjs)$/;

/** The files of a repository, or of a small one that stands for it in an example. */
export class Tree {
  readonly root: string;
  readonly files: readonly Source[];

  constructor(root: string) {
    this.root = root;
    this.files = ROOMS.filter((room) => existsSync(join(root, room))).flatMap((room) => this.#walk(room));
  }

  /** TypeScript and JavaScript only. */
  get sources(): readonly Source[] {
    return this.files.filter((file) => SOURCE.test(file.path));
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  read(path: string): string | undefined {
    return this.has(path) ? readFileSync(join(this.root, path), 'utf8') : undefined;
  }

  /** Names in a folder; empty when there is none. */
  list(path: string): string[] {
    return this.has(path) ? readdirSync(join(this.root, path)).toSorted() : [];
  }

  #walk(dir: string): Source[] {
    return readdirSync(join(this.root, dir), { withFileTypes: true }).flatMap((entry) => {
      const path = `${dir}/${entry.name}`;
      if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : this.#walk(path);
      return KEPT.test(entry.name) ? [this.#source(path)] : [];
    });
  }

  #source(path: string): Source {
    const text = readFileSync(join(this.root, path), 'utf8');
    let found: readonly ResolvedImport[] | undefined;
    const imports = () =>
      (found ??= SOURCE.test(path)
        ? listImports(path, text).map((one) => ({ ...one, target: this.#resolve(path, one.specifier) }))
        : []);
    return { path, text, imports };
  }

  #resolve(from: string, specifier: string): string | undefined {
    const room = /^@openmere\/(core|server)\/(.+)$/.exec(specifier);
    if (room) return `${room[1]}/src/${room[2]}`;
    if (!specifier.startsWith('.')) return undefined;
    const absolute = resolve(this.root, dirname(from), specifier.replace(/\?.*$/, ''));
    return relative(this.root, absolute).split(sep).join('/');
  }
}

/** Line of a position in a text, from 1. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

export function isTest(path: string): boolean {
  return (
    /\.test\.tsx?$|(^|\/)test-[\w-]+\.tsx?$/.test(path) ||
    /(^|\/)(test|fixtures?)\//.test(path) ||
    path.startsWith('e2e/')
  );
}

/** Room and domain of a path: `server/src/withdrawal/approve.ts` is `server` and `withdrawal`. */
export function locate(path: string): { room: string; domain: string | undefined } {
  const [room = '', src, domain, file] = path.split('/');
  return { room, domain: src === 'src' && file !== undefined ? domain : undefined };
}
