import type { OutputOf } from '@openmere/core/calls.ts';
import { Alert, Descriptions, Flex, Typography } from 'antd';
import { useState } from 'react';
import { ReasonForm } from '../../parts/reason-form.tsx';
import { call } from '../../platform/api-client.ts';
import { t } from '../../platform/texts.ts';
import { exactTime } from '../../platform/time-text.ts';

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
        items={payables.map((payable) => ({
          key: payable.id,
          label: payable.payabletype === 'alipay' ? t('alipay') : payable.bankname,
          children: <Payable payable={payable} />,
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

/** Each line by itself and to copy: it is typed into a bank's own page. When it was set tells a change of yesterday. */
function Payable({ payable: { holder, account, bic, time } }: { payable: Payables[number] }) {
  return (
    <Flex vertical gap={4}>
      {[holder, account, bic]
        .filter((line) => line !== '')
        .map((line) => (
          <Typography.Text key={line} copyable>
            {line}
          </Typography.Text>
        ))}
      <Typography.Text type="secondary">{t('payableSet', { time: exactTime(time) })}</Typography.Text>
    </Flex>
  );
}
