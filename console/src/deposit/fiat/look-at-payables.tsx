import type { OutputOf } from '@openmere/core/calls.ts';
import { Alert, Descriptions } from 'antd';
import { useState } from 'react';
import { ReasonForm } from '../../parts/reason-form.tsx';
import { call } from '../../platform/api-client.ts';
import { t } from '../../platform/texts.ts';

type Payables = OutputOf<'Admin/Payables'>['payables'];

/** Where its member wants to be paid to, in full; the reason comes first and stands in the audit log. */
export function LookAtPayables({ userid }: { userid: string }) {
  const [payables, setPayables] = useState<Payables>();
  if (payables?.length === 0) return <Alert type="info" showIcon title={t('noPayables')} />;
  if (payables)
    return (
      <Descriptions
        bordered
        size="small"
        column={1}
        title={t('payables')}
        items={payables.map(({ id, payabletype, bankname, holder, account, bic }) => ({
          key: id,
          label: payabletype === 'alipay' ? 'Alipay' : bankname,
          children: [holder, account, bic].filter((text) => text !== '').join(' · '),
        }))}
      />
    );
  return (
    <ReasonForm
      needs="Admin/Payables"
      hint={t('payablesHint')}
      refreshes={[]}
      acts={[
        {
          key: 'look',
          label: t('payables'),
          run: async (reason) => setPayables((await call('Admin/Payables', { userid, reason })).payables),
        },
      ]}
    />
  );
}
