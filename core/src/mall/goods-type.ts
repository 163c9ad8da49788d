import { Refusal } from '../kit/refusal.ts';
import type { Texts } from '../kit/texts.ts';

/** So deep is the tree of types, the types at the top counted; and so many there are at most (the classification reads them at once). */
export const TYPE_DEPTH_MAX = 4;
export const TYPES_MAX = 1_000;
export const TYPE_NAME_MAX = 60;

/** A type in the tree; `pid` '0' stands at the top. */
export type TypeInTree = { id: string; pid: string; names: Texts };

/** The same name, as people and files that name types read it. */
const keyOf = (name: string): string => name.trim().toLowerCase();

/** A type with what lies below it, itself first. */
export function listBranch(tree: readonly TypeInTree[], id: string): string[] {
  const below = tree.filter((type) => type.pid === id);
  return [id, ...below.flatMap((type) => listBranch(tree, type.id))];
}

/** The types above one, the top first, and itself last. */
export function lineOf(tree: readonly TypeInTree[], id: string): string[] {
  const line: string[] = [];
  let at = tree.find((type) => type.id === id);
  while (at && line.length < TYPE_DEPTH_MAX + TYPES_MAX) {
    line.unshift(at.id);
    const { pid } = at;
    at = tree.find((type) => type.id === pid);
  }
  return line;
}

/** How many steps lie below and with a type. */
function heightOf(tree: readonly TypeInTree[], id: string): number {
  const below = tree.filter((type) => type.pid === id);
  return 1 + Math.max(0, ...below.map((type) => heightOf(tree, type.id)));
}

/**
 * Whether a type may stand there under these names. Refusals in order: notype (itself or what it goes below), typename (not in English),
 * typecycle (below itself), deeptype, manytypes (a new one), typetaken (a neighbour has a name of it).
 */
export function checkType(
  tree: readonly TypeInTree[],
  type: { id: string | undefined; pid: string; names: Texts },
): Refusal | undefined {
  const { id, pid, names } = type;
  const has = (one: string): boolean => tree.some((each) => each.id === one);
  if ((id !== undefined && !has(id)) || (pid !== '0' && !has(pid))) return new Refusal('mall.notype');
  // Whatever language a reader has, there is a name: English is what is shown where one is missing.
  if (keyOf(names.en ?? '') === '') return new Refusal('mall.typename');
  if (id !== undefined && listBranch(tree, id).includes(pid)) return new Refusal('mall.typecycle');
  const above = pid === '0' ? 0 : lineOf(tree, pid).length;
  const height = id === undefined ? 1 : heightOf(tree, id);
  if (above + height > TYPE_DEPTH_MAX) return new Refusal('mall.deeptype', { max: TYPE_DEPTH_MAX });
  if (id === undefined && tree.length >= TYPES_MAX) return new Refusal('mall.manytypes', { max: TYPES_MAX });
  const neighbours = tree.filter((one) => one.pid === pid && one.id !== id);
  return neighbours.some((one) => isNamedAlike(one.names, names)) ? new Refusal('mall.typetaken') : undefined;
}

function isNamedAlike(one: Texts, other: Texts): boolean {
  return Object.entries(other).some(([locale, name]) => {
    const theirs = one[locale as keyof Texts];
    return theirs !== undefined && name.trim() !== '' && keyOf(theirs) === keyOf(name);
  });
}

/** Whether a type may go. Refusals in order: typehastypes, typehasgoods (also such that are not for sale). */
export function checkTypeGoes(facts: { hasTypes: boolean; hasGoods: boolean }): Refusal | undefined {
  if (facts.hasTypes) return new Refusal('mall.typehastypes');
  return facts.hasGoods ? new Refusal('mall.typehasgoods') : undefined;
}
