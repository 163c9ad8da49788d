import type { Call, OperatorRole } from '@openmere/core/kit/call.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from './api-client.ts';

export type Me = { account: string; role: OperatorRole; idleminutes: number };

/** Who is logged in; undefined until the server said so. */
export function useMe(): Me | undefined {
  return useQuery({ queryKey: ['Admin/Me'], queryFn: () => call('Admin/Me', {}) }).data;
}

/** Whether the contract lets this operator make a call; the server decides again. False while nobody is known. */
export function mayCall(me: Me | undefined, { access }: Pick<Call, 'access'>): boolean {
  if (me === undefined || access.kind !== 'operator') return false;
  return access.roles.length === 0 || access.roles.includes(me.role);
}
