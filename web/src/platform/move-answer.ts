import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query.ts';

/**
 * Moves the copy of an answer by what a push says. An answer that is under way may have been given before: it is moved, too, when
 * it comes, in the order of the pushes. `move` must be harmless for what has moved already.
 */
export function moveAnswer<T>(queryKey: QueryKey, move: (known: T) => T): void {
  const apply = () =>
    queryClient.setQueryData<T>(queryKey, (known) => (known === undefined ? undefined : move(known)));
  apply();
  const copy = queryClient.getQueryCache().find({ queryKey, exact: true });
  if (copy?.state.fetchStatus === 'fetching') copy.promise?.then(apply, () => undefined);
}
