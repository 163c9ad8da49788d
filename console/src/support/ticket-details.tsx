import type { OutputOf } from '@openmere/core/calls.ts';
import { factStatus, factText } from '@openmere/core/support/ticket.ts';
import { useQuery } from '@tanstack/react-query';
import { Descriptions, Flex, Image, Skeleton, Tag, Timeline, Typography } from 'antd';
import { Failure } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import { coinAmount } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { TicketActs } from './ticket-acts.tsx';

type Ticket = OutputOf<'Admin/Ticket'>;
const REFETCH_MS = 15_000;

/** The record that the member asks about, as it was then; no balance and nothing else of theirs. */
function Facts({ ticket }: { ticket: Ticket }) {
  const { data: words } = useQuery({
    queryKey: ['Ctrls/GetEnum', {}],
    queryFn: () => call('Ctrls/GetEnum', {}),
  });
  const { facts } = ticket;
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      items={[
        {
          key: 'member',
          label: t('member'),
          children: <MemberLink id={ticket.userid} name={ticket.nickname} />,
        },
        { key: 'opened', label: t('ticketOpened'), children: `${exactTime(ticket.time)} · ${ticket.lang}` },
        ...(facts === null
          ? []
          : [
              {
                key: 'record',
                label: t(`ticketKind_${facts.kind}`),
                children: `${facts.id} · ${exactTime(facts.time)}`,
              },
              {
                key: 'status',
                label: t('status'),
                children: factStatus(facts, words),
              },
              ...facts.lines.map((line) => ({
                key: line.key,
                label: t(`ticketFact_${line.key}`),
                children:
                  line.coinid === null
                    ? factText(facts.kind, line, words)
                    : coinAmount(line.value, line.coinid),
              })),
            ]),
        ...(ticket.device === ''
          ? []
          : [
              {
                key: 'device',
                label: t('ticketDevice'),
                children: <span style={{ whiteSpace: 'pre-line' }}>{ticket.device}</span>,
              },
            ]),
      ]}
    />
  );
}

const colours = { member: 'blue', staff: 'green', note: 'gray' } as const;

/** Who wrote what, oldest first; a note is marked, because its member never sees it. */
function Conversation({ ticket }: { ticket: Ticket }) {
  return (
    <Timeline
      items={ticket.messages.map((message) => ({
        key: message.id,
        color: colours[message.by],
        content: (
          <>
            <Typography.Text strong>
              {message.by === 'member' ? ticket.nickname : (message.account ?? '')}
            </Typography.Text>{' '}
            {message.by === 'note' && <Tag>{t('ticketNote')}</Tag>}
            <Typography.Text type="secondary">{exactTime(message.time)}</Typography.Text>
            <Typography.Paragraph style={{ whiteSpace: 'pre-line' }}>{message.text}</Typography.Paragraph>
            <Flex gap={8} wrap>
              {message.pictures.map((src) => (
                <Image key={src} width={96} src={src} alt={t('ticketPicture')} />
              ))}
            </Flex>
          </>
        ),
      }))}
    />
  );
}

/** One ticket: its record, the conversation with the notes, and what can be done. New messages come by themselves. */
export function TicketDetails({ id }: { id: string }) {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['Admin/Ticket', { id }],
    queryFn: () => call('Admin/Ticket', { id }),
    refetchInterval: REFETCH_MS,
  });
  const failed = <Failure error={error} readAt={dataUpdatedAt} again={refetch} />;
  if (!data) return error ? failed : <Skeleton active />;
  return (
    <Flex vertical gap={16}>
      {failed}
      <Facts ticket={data} />
      <Conversation ticket={data} />
      <TicketActs ticket={data} />
    </Flex>
  );
}
