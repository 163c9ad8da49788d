import { adminResumePayouts } from '@openmere/core/operator/contract.ts';
import { Button, Flex, Input, Typography } from 'antd';
import { useState } from 'react';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';
import { mayCall, useMe } from '../platform/use-me.ts';

const reasonMin = 3;

/** Why payouts stand still, and the two-person way to open them again. */
export function ResumePayouts({ halt, onDone }: { halt: string; onDone: () => void }) {
  const me = useMe();
  const [reason, setReason] = useState('');
  const [waits, setWaits] = useState<string>();
  const { busy, failure, run } = useAction();

  async function resume(): Promise<void> {
    const { approvals, approvalsneeded, halted } = await call('Admin/ResumePayouts', { reason });
    setWaits(halted ? t('resumeWaits', { approvals, needed: approvalsneeded }) : t('resumed'));
    onDone();
  }

  return (
    <Flex vertical gap={8} align="flex-start">
      <Typography.Text>{halt}</Typography.Text>
      {me !== undefined && !mayCall(me, adminResumePayouts) && (
        <Typography.Text>{t('readOnly', { role: me.role })}</Typography.Text>
      )}
      {mayCall(me, adminResumePayouts) && (
        <>
          <Typography.Text>{t('resumeHint')}</Typography.Text>
          <Input
            aria-label={t('reason')}
            placeholder={t('reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={500}
          />
          <Button
            danger
            loading={busy}
            disabled={reason.trim().length < reasonMin}
            onClick={() => void run(resume)}
          >
            {t('resume')}
          </Button>
        </>
      )}
      <output>
        {waits !== undefined && <Typography.Text>{waits}</Typography.Text>}
        {failure !== undefined && <Typography.Text type="danger">{failureText(failure)}</Typography.Text>}
      </output>
    </Flex>
  );
}
