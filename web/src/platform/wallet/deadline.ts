import type { OutputOf } from '@openmere/core/calls.ts';
import { queryClient } from '../query.ts';

type Clocks = OutputOf<'Ctrls/gettime'>;

/** The server's business clock by what was asked last (`useServerAhead` asks), so that a device's wrong one signs nothing for hours. */
function businessNow(): number {
  const state = queryClient.getQueryState<Clocks>(['Ctrls/gettime', {}]);
  return Date.now() + (state?.data ? state.data.business - state.dataUpdatedAt : 0);
}

/** Seconds since 1970 until which it may wait: from the later of both clocks, the chain's and the server's. */
export function deadlineOf({ time }: { time: bigint }, minutes: number): bigint {
  const server = BigInt(Math.floor(businessNow() / 1000));
  return (server > time ? server : time) + BigInt(minutes) * 60n;
}
