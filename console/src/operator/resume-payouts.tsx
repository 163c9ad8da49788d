import { Button, Flex, Input, Typography } from 'antd';
import { useState } from 'react';
import { mayCall } from '../platform/access.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';
import { useMe } from '../platform/use-me.ts';

const reasonMin = 3;

/** Why payouts stand still, and the two-person way to open them again. */
export function ResumePayouts({ halt, onDone }: { halt: string; onDone: () => void }) {
  const me = useMe();
  const may = me !== undefined && mayCall(me.role, 'Admin/ResumePayouts');
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
      {me !== undefined && !may && (
        <Typography.Text>{t('readOnly', { role: t(`role_${me.role}`) })}</Typography.Text>
      )}
      {may && (
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
