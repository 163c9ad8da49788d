import { useCall } from '../platform/query.ts';

/** Public configuration by key; undefined while loading. Silent: no toast (calls.md). */
export function useConfig(): ReadonlyMap<string, string> | undefined {
  const { data } = useCall('Ctrls/GetConfig', {}, { staleTime: 60_000 });
  return data && new Map(data.list.map((row) => [row.idx, row.val]));
}
