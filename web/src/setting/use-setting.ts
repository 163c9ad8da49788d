import type { Setting } from '@openmere/core/setting/define.ts';
import { useMemo } from 'react';
import { useCall } from '../platform/query.ts';

/** Public configuration; screens that cannot do without it show its failing. Silent: no toast (calls.md). */
export function useSettings() {
  return useCall('Ctrls/GetConfig', {}, { staleTime: 60_000 });
}

/** A setting as the server has it; undefined while loading. */
export function useKnownSetting<T>(setting: Setting<T>): T | undefined {
  const { data } = useSettings();
  const text = data && (data.list.find(({ idx }) => idx === setting.key)?.val ?? setting.default);
  return useMemo(() => (text === undefined ? undefined : setting.read(text)), [text, setting]);
}

/** A setting as the server has it; while loading, the rulebook's default. */
export function useSetting<T>(setting: Setting<T>): T {
  const known = useKnownSetting(setting);
  return useMemo(() => known ?? setting.read(setting.default), [known, setting]);
}
