import type { OutputOf } from '@openmere/core/calls.ts';
import { textIn } from '@openmere/core/kit/texts.ts';
import { currentLocale } from '../platform/texts.ts';

type GoodsType = OutputOf<'Admin/GoodsTypes'>;

/** In the language of the console, or the next that is there. */
export function typeName({ names }: Pick<GoodsType, 'names'>): string {
  return textIn(names, currentLocale());
}

/** A type and what lies below it: it cannot go there. */
export function branchOf(tree: readonly GoodsType[], id: string): string[] {
  const below = tree.filter((type) => type.pid === id);
  return [id, ...below.flatMap((type) => branchOf(tree, type.id))];
}
