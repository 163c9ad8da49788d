import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from './api-client.ts';

/** Who is logged in; undefined until the server said so. */
export function useMe(): OutputOf<'Admin/Me'> | undefined {
  return useQuery({ queryKey: ['Admin/Me'], queryFn: () => call('Admin/Me', {}) }).data;
}
