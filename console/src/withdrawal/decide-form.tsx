import { Alert, Button, Flex, Form, Input } from 'antd';
import { useState } from 'react';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import type { AdminWithdrawal } from './withdrawals-screen.tsx';

type Choice = 'approve' | 'reject' | 'release';

/** A decision with its reason; a failed payout is released only with the word that nothing left. */
export function DecideForm({ record, onDone }: { record: AdminWithdrawal; onDone: () => Promise<void> }) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState<Choice>();
  const [error, setError] = useState<string>();
  const short = reason.trim().length < 3;

  async function decide(choice: Choice): Promise<void> {
    setBusy(choice);
    setError(undefined);
    try {
      if (choice === 'release') await call('Admin/WithdrawalRelease', { id: record.id, reason });
      else await call('Admin/WithdrawalDecide', { id: record.id, decision: choice, reason });
      await onDone();
    } catch (failure) {
      setError(failure instanceof Error && failure.message ? failure.message : t('failed'));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <Form layout="vertical">
      <Form.Item label={t('reason')} extra={t('reasonHint')}>
        <Input.TextArea
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={500}
          rows={3}
        />
      </Form.Item>
      {error !== undefined && (
        <Alert type="error" message={error} role="alert" style={{ marginBottom: 16 }} />
      )}
      <Flex gap={8}>
        {record.status === 'reviewing' ? (
          <>
            <Button
              type="primary"
              disabled={short}
              loading={busy === 'approve'}
              onClick={() => void decide('approve')}
            >
              {t('approve')}
            </Button>
            <Button danger disabled={short} loading={busy === 'reject'} onClick={() => void decide('reject')}>
              {t('reject')}
            </Button>
          </>
        ) : (
          <Button danger disabled={short} loading={busy === 'release'} onClick={() => void decide('release')}>
            {t('release')}
          </Button>
        )}
      </Flex>
    </Form>
  );
}
