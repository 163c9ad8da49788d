import type { ReactNode } from 'react';
import { CallFailed } from './call-failed.tsx';
import { WaitingRows } from './waiting.tsx';

type Read<T> = {
  readonly data: T | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

/** A call's answer: its skeleton while it is fetched, why it did not come, or what is made of it. An old answer stays. */
export function Loaded<T>({
  query,
  waiting = <WaitingRows />,
  children,
}: {
  query: Read<T>;
  waiting?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <CallFailed query={query} /> : waiting;
}
