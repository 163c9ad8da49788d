import { pauseReasons } from '@openmere/core/setting/pause.ts';
import type { PauseReason } from '@openmere/core/setting/pause.ts';
import { Form, Select } from 'antd';
import { useId } from 'react';
import { t } from '../platform/texts.ts';

type Props = {
  /** Two of them on one page need two names. */
  label?: string;
  value: PauseReason | undefined;
  onChange: (reason: PauseReason) => void;
};

/** Which reason members read of a pause: one of a few that stand in their languages. */
export function ToldSelect({ label = t('told'), value, onChange }: Props) {
  const id = useId();
  return (
    <Form.Item label={label} htmlFor={id} style={{ marginBottom: 0 }}>
      <Select<PauseReason>
        id={id}
        {...(value === undefined ? {} : { value })}
        onChange={onChange}
        options={pauseReasons.map((reason) => ({ value: reason, label: t(`told_${reason}`) }))}
      />
    </Form.Item>
  );
}
