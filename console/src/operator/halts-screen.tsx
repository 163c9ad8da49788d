import type { OutputOf } from '@openmere/core/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Card, Descriptions, Empty, Flex, Input, Tag, Typography } from 'antd';
import { useState } from 'react';
import { mayCall } from '../platform/access.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useAction } from '../platform/use-action.ts';
import { useList } from '../platform/use-list.ts';
import { useMe } from '../platform/use-me.ts';
import { Screen } from '../ui/screen.tsx';

type Halt = OutputOf<'Admin/Halts'>;

const reasonMin = 3;

/** Why payouts stand still: every reason with what to check and its way out; below them the last ones that ended. */
export function HaltsScreen() {
  const list = useList('Admin/Halts', {});
  return (
    <Screen title={t('halts')}>
      {list.error !== null && list.error !== undefined && (
        <Typography.Text type="danger">{failureText(list.error)}</Typography.Text>
      )}
      {!list.loading && list.rows.length === 0 && <Empty description={t('noHalts')} />}
      <Flex vertical gap={16}>
        {list.rows.map((halt) => (
          <HaltCard key={halt.id} halt={halt} />
        ))}
      </Flex>
    </Screen>
  );
}

function HaltCard({ halt }: { halt: Halt }) {
  const isOpen = halt.ended === null;
  return (
    <Card
      size="small"
      title={t(`halt_${halt.kind}`)}
      extra={<Tag color={isOpen ? 'error' : 'default'}>{t(isOpen ? 'halted' : 'haltEnded')}</Tag>}
    >
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'since', label: t('since'), children: exactTime(halt.since) },
          {
            key: 'subject',
            label: t('subject'),
            children: <Typography.Text copyable>{halt.subject}</Typography.Text>,
          },
          { key: 'reason', label: t('reason'), children: halt.reason },
          ...(isOpen
            ? [
                { key: 'check', label: t('whatToCheck'), children: <WhatToCheck halt={halt} /> },
                { key: 'state', label: t('state'), children: <State halt={halt} /> },
              ]
            : [
                {
                  key: 'ended',
                  label: t('haltEnded'),
                  children: `${exactTime(halt.ended)}: ${halt.endedhow ?? ''}`,
                },
              ]),
        ]}
      />
      {isOpen && <EndForm halt={halt} />}
    </Card>
  );
}

function WhatToCheck({ halt }: { halt: Halt }) {
  return (
    <span>
      {t(`check_${halt.kind}`)} {halt.kind === 'payment' && <a href="#/payments">{t('payments')}</a>}
    </span>
  );
}

function State({ halt }: { halt: Halt }) {
  const { remains } = halt;
  if (remains === null) return <Tag color="success">{t('haltGone')}</Tag>;
  return <Tag color="warning">{t(`remains_${remains}`)}</Tag>;
}

/** The two-person way out: offered only when the reason is seen to be gone, or its difference can be booked. */
function EndForm({ halt }: { halt: Halt }) {
  const me = useMe();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [told, setTold] = useState<string>();
  const { busy, failure, run } = useAction();
  if (me === undefined || halt.kind === 'payment') return null;
  if (!mayCall(me.role, 'Admin/HaltEnd')) return t('readOnly', { role: t(`role_${me.role}`) });

  async function agree(how: 'gone' | 'book'): Promise<void> {
    const after = await call('Admin/HaltEnd', { id: halt.id, how, reason });
    const counts = { approvals: after.approvals, needed: after.approvalsneeded };
    setTold(after.ended ? t('haltEnded') : t('haltAgreed', counts));
    await queries.invalidateQueries({ queryKey: ['Admin/Halts'] });
  }

  const short = reason.trim().length < reasonMin;
  const { difference } = halt;
  return (
    <Flex vertical gap={8} align="flex-start">
      {halt.approvals.map((one) => (
        <Typography.Text key={one.operator}>
          {t('agreedBy')} {one.operator} ({exactTime(one.time)}): {one.reason}
        </Typography.Text>
      ))}
      <Input
        aria-label={t('reason')}
        placeholder={t('reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={500}
      />
      <Flex gap={8} wrap>
        <Button
          danger
          loading={busy}
          disabled={short || halt.remains !== null}
          onClick={() => void run(() => agree('gone'))}
        >
          {t('haltEnd')}
        </Button>
        {difference !== null && (
          <Button loading={busy} disabled={short} onClick={() => void run(() => agree('book'))}>
            {t('haltBook', { amount: `${difference} ${halt.subject}` })}
          </Button>
        )}
      </Flex>
      <output>
        {told}
        {failure !== undefined && <Typography.Text type="danger">{failureText(failure)}</Typography.Text>}
      </output>
    </Flex>
  );
}
