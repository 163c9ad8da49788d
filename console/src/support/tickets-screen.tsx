import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { ticketKinds } from '@openmere/core/support/ticket.ts';
import type { TicketKind } from '@openmere/core/support/ticket.ts';
import { Tag } from 'antd';
import { memberColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import type { Filters } from '../platform/address.ts';
import { t } from '../platform/texts.ts';
import { exactTime, spanText, TIME_WIDTH } from '../platform/time-text.ts';
import { useNow } from '../platform/use-now.ts';
import { TicketDetails } from './ticket-details.tsx';

type Row = OutputOf<'Admin/Tickets'>;

/** How long a member waits for an answer; when the ticket last moved, where none waits. */
function Waiting({ row }: { row: Row }) {
  const now = useNow();
  if (row.waiting === null) return exactTime(row.updated);
  return <Tag color="processing">{spanText(now - Date.parse(row.waiting), 'narrow')}</Tag>;
}

const columns: readonly Column<Row>[] = [
  {
    key: 'waiting',
    title: t('ticketWaiting'),
    width: TIME_WIDTH,
    render: (row) => <Waiting row={row} />,
    text: (row) => row.waiting ?? row.updated,
  },
  memberColumn,
  {
    key: 'kind',
    title: t('ticketKind'),
    render: (row) => t(`ticketKind_${row.kind}`),
    text: (row) => row.kind,
  },
  { key: 'preview', title: t('ticketLast'), render: (row) => row.preview, text: (row) => row.preview },
  { key: 'lang', title: t('ticketLang'), render: (row) => row.lang, text: (row) => row.lang },
  {
    key: 'assigned',
    title: t('ticketTakenBy'),
    render: (row) => row.assigned ?? '—',
    text: (row) => row.assigned ?? '',
  },
];

const statuses = [
  { value: '', label: t('ticketStatus_open') },
  { value: 'answered', label: t('ticketStatus_answered') },
  { value: 'closed', label: t('ticketStatus_closed') },
];
const whose = [
  { value: '', label: t('ticketWhose_all') },
  { value: 'mine', label: t('ticketWhose_mine') },
  { value: 'nobody', label: t('ticketWhose_nobody') },
];
const kinds = [
  { value: '', label: t('ticketKindAll') },
  ...ticketKinds.map((kind) => ({ value: kind, label: t(`ticketKind_${kind}`) })),
];

function inputOf({ status, whose: by, kind, search }: Filters): InputOf<'Admin/Tickets'> {
  return {
    ...(status === 'answered' || status === 'closed' ? { status } : {}),
    ...(by === 'mine' || by === 'nobody' ? { whose: by } : {}),
    ...(kind === undefined || kind === '' ? {} : { kind: kind as TicketKind }),
    ...(search === undefined || search === '' ? {} : { search }),
  };
}

/** What members ask: who waits longest stands first. A row unfolds to the conversation. */
export function TicketsScreen() {
  return (
    <ListScreen
      name="tickets"
      title={t('tickets')}
      path="Admin/Tickets"
      input={inputOf}
      search={t('ticketSearch')}
      choices={[
        { key: 'status', label: t('status'), options: statuses },
        { key: 'whose', label: t('ticketTakenBy'), options: whose },
        { key: 'kind', label: t('ticketKind'), options: kinds },
      ]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noTickets')}
      details={(row) => <TicketDetails id={row.id} />}
    />
  );
}
