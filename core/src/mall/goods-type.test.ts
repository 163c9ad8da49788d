import { expect, test } from 'vitest';
import { checkType, checkTypeGoes, lineOf, listBranch, TYPES_MAX } from './goods-type.ts';
import type { TypeInTree } from './goods-type.ts';

const inTree = (id: string, pid: string, name = id): TypeInTree => ({ id, pid, names: { en: name } });
/** a > b > c > d, and e at the top. */
const tree = [inTree('a', '0'), inTree('b', 'a'), inTree('c', 'b'), inTree('d', 'c'), inTree('e', '0')];
const codeOf = (id: string | undefined, pid: string, names: TypeInTree['names']): string | undefined =>
  checkType(tree, { id, pid, names })?.code;

test.each([
  ['a type that is not there', 'x', '0', { en: 'X' }, 'mall.notype'],
  ['below a type that is not there', undefined, 'x', { en: 'X' }, 'mall.notype'],
  ['no English name', 'e', '0', { ko: '가' }, 'mall.typename'],
  ['below itself', 'a', 'a', { en: 'A' }, 'mall.typecycle'],
  ['below what lies below it', 'a', 'd', { en: 'A' }, 'mall.typecycle'],
  ['a fifth step', undefined, 'd', { en: 'X' }, 'mall.deeptype'],
  ['a move that makes its lower ones too deep', 'a', 'e', { en: 'A' }, 'mall.deeptype'],
  ['the name of a neighbour', undefined, '0', { en: ' E ' }, 'mall.typetaken'],
] as const)('refuses: %s', (_what, id, pid, names, code) => {
  expect(codeOf(id, pid, names)).toBe(code);
});

test('refuses: one more than the classification reads at once', () => {
  const full = Array.from({ length: TYPES_MAX }, (_, i) => inTree(`t${i}`, '0'));
  expect(checkType(full, { id: undefined, pid: '0', names: { en: 'One more' } })?.code).toBe(
    'mall.manytypes',
  );
  expect(checkType(full, { id: 't0', pid: '0', names: { en: 'Renamed' } })).toBeUndefined();
});

test('refuses: a type goes with types below it, or with goods', () => {
  expect(checkTypeGoes({ hasTypes: true, hasGoods: true })?.code).toBe('mall.typehastypes');
  expect(checkTypeGoes({ hasTypes: false, hasGoods: true })?.code).toBe('mall.typehasgoods');
  expect(checkTypeGoes({ hasTypes: false, hasGoods: false })).toBeUndefined();
});

test('behavior: its own name is no neighbour’s, and the same name may stand elsewhere', () => {
  expect(codeOf('e', '0', { en: 'e', ja: '家' })).toBeUndefined();
  expect(codeOf(undefined, 'e', { en: 'a' })).toBeUndefined();
  expect(codeOf('d', '0', { en: 'd' })).toBeUndefined();
});

test('behavior: the line above, and the branch below', () => {
  expect(lineOf(tree, 'd')).toEqual(['a', 'b', 'c', 'd']);
  expect(listBranch(tree, 'b')).toEqual(['b', 'c', 'd']);
});
