import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallResult } from '@openmere/core/kit/call.ts';
import { queryClient } from './query.ts';

/**
 * Keeps what a call has just answered as the answer of a read, so that a screen shows it before it asks; an answer that is
 * under way is called off.
 */
export function keepAnswer<P extends CallPath>(
  path: P,
  input: InputOf<P>,
  answer: CallResult<Calls[P]>,
): void {
  void queryClient.cancelQueries({ queryKey: [path, input], exact: true });
  queryClient.setQueryData([path, input], answer);
}
