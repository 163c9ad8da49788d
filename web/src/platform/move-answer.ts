import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query.ts';

/**
 * Moves the copy of an answer by what a push says, where somebody shows it; one that nobody shows is old from now on, as it would
 * lack whatever else is not heard without a screen. An answer that is under way may have been given before: it is moved, too, when
 * it comes, in the order of the pushes. `move` must be harmless for what has moved already.
 */
export function moveAnswer<T>(queryKey: QueryKey, move: (known: T) => T): void {
  const copy = queryClient.getQueryCache().find<T>({ queryKey, exact: true });
  if (!copy) return;
  const apply = () => {
    const { data: known, isInvalidated } = copy.state;
    if (!copy.isActive()) return copy.invalidate();
    const moved = known === undefined ? undefined : move(known);
    if (moved === known) return;
    queryClient.setQueryData<T>(queryKey, moved);
    // What it lacked otherwise it still lacks.
    if (isInvalidated) copy.invalidate();
  };
  apply();
  if (copy.state.fetchStatus === 'fetching') copy.promise?.then(apply, () => undefined);
}
