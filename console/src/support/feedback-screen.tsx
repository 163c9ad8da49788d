import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Image, Typography } from 'antd';
import { timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import type { Filters } from '../platform/address.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';

type Row = OutputOf<'Admin/Feedback'>;

const columns: readonly Column<Row>[] = [
  timeColumn,
  {
    key: 'member',
    title: t('member'),
    render: (row) =>
      row.userid === '' ? t('feedbackVisitor') : <MemberLink id={row.userid} name={row.nickname} />,
    text: (row) => row.userid,
  },
  {
    key: 'text',
    title: t('feedbackText'),
    render: (row) => (
      <Typography.Paragraph ellipsis={{ rows: 2 }} style={{ margin: 0 }}>
        {row.text}
      </Typography.Paragraph>
    ),
    text: (row) => row.text,
  },
  { key: 'contact', title: t('feedbackContact'), render: (row) => row.contact, text: (row) => row.contact },
  { key: 'lang', title: t('ticketLang'), render: (row) => row.lang, text: (row) => row.lang },
  {
    key: 'readby',
    title: t('feedbackReadBy'),
    render: (row) => row.readby ?? '—',
    text: (row) => row.readby ?? '',
  },
];

const options = [
  { value: '', label: t('feedbackNew') },
  { value: '1', label: t('feedbackRead') },
];

function inputOf({ read }: Filters): InputOf<'Admin/Feedback'> {
  return { read: read === '1' ? '1' : '0' };
}

function Details({ row }: { row: Row }) {
  const queries = useQueryClient();
  const { busy, failure, run } = useAction();
  const put = () =>
    void run(async () => {
      await call('Admin/FeedbackRead', { id: row.id });
      await queries.invalidateQueries({ queryKey: ['Admin/Feedback'] });
    });
  return (
    <Flex vertical gap={8} align="start">
      <Typography.Paragraph style={{ whiteSpace: 'pre-line' }}>{row.text}</Typography.Paragraph>
      <Flex gap={8} wrap>
        {row.pictures.map((src) => (
          <Image key={src} width={96} src={src} alt={t('ticketPicture')} />
        ))}
      </Flex>
      {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
      {row.readby === null && (
        <Button disabled={busy} onClick={put}>
          {t('feedbackPut')}
        </Button>
      )}
    </Flex>
  );
}

/** What members and visitors think: nobody answers it, somebody reads it. */
export function FeedbackScreen() {
  return (
    <ListScreen
      name="feedback"
      title={t('feedback')}
      path="Admin/Feedback"
      input={inputOf}
      choices={[{ key: 'read', label: t('status'), options }]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noFeedback')}
      details={(row) => <Details row={row} />}
    />
  );
}
