import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { mayCall } from './access.ts';
import { call } from './api-client.ts';
import { settingText } from './setting-text.ts';
import { useMe } from './use-me.ts';

/** A configuration value by its wire name, for its type; undefined for other names, and for who may not read rules. */
export function useSetting(idx: string): OutputOf<'Admin/Settings'> | undefined {
  const me = useMe();
  const isSetting = settingText(idx) !== idx;
  const { data } = useQuery({
    queryKey: ['Admin/Settings', 'one'],
    queryFn: () => call('Admin/Settings', {}),
    enabled: isSetting && me !== undefined && mayCall(me.role, 'Admin/Settings'),
  });
  return data?.list.find((one) => one.idx === idx);
}
