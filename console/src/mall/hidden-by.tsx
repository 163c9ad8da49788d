import type { OutputOf } from '@openmere/core/calls.ts';
import { Alert } from 'antd';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';

/** By whom, when and why something is hidden; nothing while it is not. */
export function HiddenBy({ hidden }: { hidden: OutputOf<'Admin/Goods'>['hidden'] }) {
  if (hidden === null) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('hiddenBy', { by: hidden.by === '' ? '—' : hidden.by, time: exactTime(hidden.time) })}
      description={hidden.reason}
    />
  );
}
