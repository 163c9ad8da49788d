import { Button, Flex, Input, Typography } from 'antd';
import { useState } from 'react';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';

/** Why payouts stand still, and the two-person way to open them again. */
export function ResumePayouts({ reason: halted, onDone }: { reason: string; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const [answer, setAnswer] = useState<string>();

  async function resume(): Promise<void> {
    try {
      const { approvals, approvalsneeded, halted: still } = await call('Admin/ResumePayouts', { reason });
      setAnswer(still ? t('resumeWaits', { approvals, needed: approvalsneeded }) : t('resumed'));
      onDone();
    } catch (failure) {
      setAnswer(failure instanceof Error && failure.message ? failure.message : t('failed'));
    }
  }

  return (
    <Flex vertical gap={8}>
      <Typography.Text>{halted}</Typography.Text>
      <Input
        aria-label={t('reason')}
        placeholder={t('reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={500}
      />
      <Button danger disabled={reason.trim().length < 3} onClick={() => void resume()}>
        {t('resume')}
      </Button>
      {answer !== undefined && <Typography.Text role="status">{answer}</Typography.Text>}
    </Flex>
  );
}
