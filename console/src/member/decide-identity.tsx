import { rejectionCauses } from '@openmere/core/member/identity.ts';
import type { RejectionCause } from '@openmere/core/member/identity.ts';
import { Form, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { ReasonForm } from '../parts/reason-form.tsx';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';

const REASON_MAX = 500;

/** The decision about an identity: the cause and what is written to the member, and a note for operators. */
export function DecideIdentity({ id }: { id: string }) {
  const [cause, setCause] = useState<RejectionCause>();
  const [text, setText] = useState('');
  const own = useId();
  const more = text.trim() === '' ? {} : { reason: text.trim() };
  const isVague = cause === undefined || (cause === 'other' && text.trim() === '');
  return (
    <ReasonForm
      needs="Admin/IdentityDecide"
      hint={t('identityNoteHint')}
      done={t('decided')}
      refreshes={['Admin/Identities', 'Admin/Queues']}
      acts={[
        {
          key: 'approve',
          label: t('approveIdentity'),
          look: 'primary',
          disabled: cause !== undefined,
          run: (note) => call('Admin/IdentityDecide', { id, decision: 'approve', note }),
        },
        {
          key: 'reject',
          label: t('reject'),
          look: 'danger',
          disabled: isVague,
          run: (note) =>
            call('Admin/IdentityDecide', { id, decision: 'reject', ...(cause && { cause }), ...more, note }),
        },
      ]}
    >
      <Form.Item label={t('rejectCause')} htmlFor={`${own}-cause`} style={{ marginBottom: 0 }}>
        <Select
          id={`${own}-cause`}
          allowClear
          value={cause ?? null}
          onChange={(value: RejectionCause | null | undefined) => setCause(value ?? undefined)}
          options={rejectionCauses.map((value) => ({ value, label: t(`cause_${value}`) }))}
        />
      </Form.Item>
      {cause !== undefined && (
        <Form.Item label={t('toMember')} htmlFor={`${own}-text`} style={{ marginBottom: 0 }}>
          <Input.TextArea
            id={`${own}-text`}
            rows={2}
            maxLength={REASON_MAX}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Form.Item>
      )}
    </ReasonForm>
  );
}
