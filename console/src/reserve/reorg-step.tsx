import { Button, Flex, Input, Typography } from 'antd';
import { useState } from 'react';
import { mayCall } from '../platform/access.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';
import { useMe } from '../platform/use-me.ts';

const reasonMin = 3;

type Props = { step: 'rollback' | 'book'; proposedBy: string | null; onDone: () => void };

/** One step of the way out of a reorganisation: the first operator proposes it, a second one agrees. */
export function ReorgStep({ step, proposedBy, onDone }: Props) {
  const me = useMe();
  const may = me !== undefined && mayCall(me.role, 'Admin/ReorgDecide');
  const isOwn = me?.account === proposedBy;
  const [reason, setReason] = useState('');
  const { busy, failure, run } = useAction();

  async function decide(): Promise<void> {
    await call('Admin/ReorgDecide', { step, reason });
    setReason('');
    onDone();
  }

  if (me === undefined) return null;
  if (!may) return <Typography.Text>{t('readOnly', { role: t(`role_${me.role}`) })}</Typography.Text>;
  return (
    <Flex vertical gap={8} align="flex-start">
      {proposedBy !== null && (
        <Typography.Text>{t('reorgProposed', { account: proposedBy })}</Typography.Text>
      )}
      {!isOwn && (
        <>
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
            onClick={() => void run(decide)}
          >
            {t(proposedBy === null ? `reorgPropose_${step}` : `reorgApprove_${step}`)}
          </Button>
        </>
      )}
      {failure !== undefined && <Typography.Text type="danger">{failureText(failure)}</Typography.Text>}
    </Flex>
  );
}
