import { useState } from 'react';
import type { InAppState } from '../platform/wallet/in-app/keeper.ts';

export type Flow = 'make' | 'import' | 'backup';

function allowed(view: string | undefined, status: InAppState['status']): Flow | undefined {
  const has = status === 'locked' || status === 'unlocked';
  if (view === 'make' || view === 'import') return status === 'absent' ? view : undefined;
  return view === 'backup' && has ? view : undefined;
}

/**
 * Which flow is shown. Making and importing start only without a wallet, but go on (words, check) once there is one; after
 * a reload in the middle the wallet itself is shown, which says that it is not backed up.
 */
export function useStartedHere(view: string | undefined, status: InAppState['status']): Flow | undefined {
  const [started, setStarted] = useState<{ view: string | undefined; flow: Flow | undefined }>();
  const fresh = allowed(view, status);
  const current = started !== undefined && started.view === view ? started.flow : undefined;
  const flow = current ?? fresh;
  const known = started !== undefined && started.view === view && started.flow === flow;
  if (status !== 'loading' && !known) setStarted({ view, flow });
  return flow;
}
