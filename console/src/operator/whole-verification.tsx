import type { OutputOf } from '@openmere/core/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Progress, Typography } from 'antd';
import { mayCall } from '../platform/access.ts';
import { groupDigits } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useAction } from '../platform/use-action.ts';
import { useMe } from '../platform/use-me.ts';
import { ledgerPlace, WhereToLook } from './where-to-look.tsx';

type Run = OutputOf<'Admin/LedgerVerifyWhole'>;

/** The whole ledger recomputed: how far it is, what the last time found, and the button that starts it now. */
export function WholeVerification({ underway, ended }: { underway: Run | null; ended: Run | null }) {
  const me = useMe();
  const client = useQueryClient();
  const { busy, failure, run } = useAction();
  async function start(): Promise<void> {
    await call('Admin/LedgerVerifyWhole', {});
    await client.invalidateQueries({ queryKey: ['Admin/Health'] });
  }
  return (
    <Flex vertical gap={12} align="stretch">
      {ended ? <Ended run={ended} /> : <span>{t('wholeNever')}</span>}
      {underway && <Underway run={underway} />}
      {!underway && me && mayCall(me.role, 'Admin/LedgerVerifyWhole') && (
        <Button loading={busy} onClick={() => void run(start)}>
          {t('wholeStart')}
        </Button>
      )}
      {failure !== undefined && <Typography.Text type="danger">{failureText(failure)}</Typography.Text>}
    </Flex>
  );
}

function Ended({ run: { ended, rows, found, findings } }: { run: Run }) {
  const values = { time: exactTime(ended), rows: groupDigits(String(rows)), count: found };
  if (found === 0) return <Alert type="success" showIcon title={t('wholeSound', values)} />;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={t('wholeBroken', values)}
      description={
        <>
          <ul>
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
          <WhereToLook {...ledgerPlace} />
        </>
      }
    />
  );
}

function Underway({ run: { askedby, asked, started, percent, rows, found } }: { run: Run }) {
  const by = askedby ?? t('wholeNight');
  return (
    <Flex component="output" vertical>
      <Progress
        percent={percent}
        status={found > 0 ? 'exception' : 'active'}
        aria-label={t('wholeUnderway')}
      />
      <Typography.Text type="secondary">
        {started === null
          ? t('wholeAsked', { by, time: exactTime(asked) })
          : t('wholeProgress', { by, time: exactTime(started), rows: groupDigits(String(rows)) })}
      </Typography.Text>
    </Flex>
  );
}
