import { useState } from 'react';
import { noteRequested } from '../platform/drafts.ts';

/** The request of a form that is kept as a draft; `requestedAt` is empty until it was sent. */
type Request = { requestId: string; requestedAt: string };

/**
 * Whether a request was sent before, by this page or the one before it, and its answer may be lost: it may have taken what there was, so
 * it is not compared with what is left. To be noted right before it is sent: its answer may be lost with the page.
 */
export function useAskedAgain(
  form: string,
  { requestId, requestedAt }: Request,
): { isAskedAgain: boolean; noteRequested: () => void } {
  const [askedId, setAskedId] = useState<string>();
  return {
    isAskedAgain: requestedAt !== '' || askedId === requestId,
    noteRequested() {
      noteRequested(form);
      setAskedId(requestId);
    },
  };
}
