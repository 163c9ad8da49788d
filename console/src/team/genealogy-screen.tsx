import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Breadcrumb, Card, Descriptions, Skeleton } from 'antd';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import { addressOf, goTo, useFilters } from '../platform/address.ts';
import type { Filters } from '../platform/address.ts';
import { groupDigits } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';

type Row = OutputOf<'Admin/TeamLegs'>;
type Top = OutputOf<'Admin/Team'>;

const money = (key: 'leg' | 'own' | 'total' | 'today', title: string): Column<Row> => ({
  key,
  title,
  align: 'right',
  render: (row) => groupDigits(row[key]),
  text: (row) => row[key],
});

const columns: readonly Column<Row>[] = [
  {
    key: 'member',
    title: t('member'),
    render: (row) => <MemberLink id={row.userid} name={row.nickname} />,
    text: (row) => row.nickname,
  },
  { key: 'code', title: t('invitationCode'), render: (row) => row.code, text: (row) => row.code },
  { key: 'level', title: t('teamLevel'), render: (row) => `V${row.level}`, text: (row) => `V${row.level}` },
  {
    key: 'members',
    title: t('teamMembers'),
    align: 'right',
    render: (row) => row.members,
    text: (row) => String(row.members),
  },
  money('leg', t('teamLeg')),
  money('own', t('teamOwn')),
  money('today', t('teamToday')),
  { key: 'activated', title: t('activated'), text: (row) => row.activated ?? '' },
  { key: 'id', title: 'Id', text: (row) => row.userid },
];

const inputOf = ({ id = '' }: Filters) => (id === '' ? {} : { id });
const wayTo = (id: string): string => addressOf('/genealogy', { id });

/** The line of inviters, the first member on the left; each leads to their team. */
function Line({ top }: { top: Top }) {
  const above = top.line.toReversed().map(({ userid, nickname }) => ({
    key: userid,
    title: <a href={`#${wayTo(userid)}`}>{nickname}</a>,
  }));
  const cut = top.linecut ? [{ key: 'cut', title: '…' }] : [];
  return <Breadcrumb items={[...cut, ...above, { key: 'own', title: top.member.nickname }]} />;
}

function Figures({ top }: { top: Top }) {
  const { member } = top;
  const items = [
    { label: t('member'), children: <MemberLink id={member.userid} name={member.nickname} /> },
    { label: t('teamLevel'), children: `V${member.level}` },
    { label: t('activated'), children: exactTime(member.activated) },
    { label: t('teamMembers'), children: member.members },
    { label: t('teamTotal'), children: `${groupDigits(member.total)} USDT` },
    { label: t('teamLarge'), children: `${groupDigits(top.large)} USDT` },
    { label: t('teamSmall'), children: `${groupDigits(top.small)} USDT` },
    { label: t('teamHighest'), children: `V${top.highest}` },
    { label: t('directs'), children: t('teamDirects', { count: top.directs, waiting: top.waiting }) },
  ];
  return (
    <Card size="small">
      <Descriptions
        size="small"
        column={{ xs: 1, md: 3 }}
        items={items.map((item) => ({ ...item, key: item.label }))}
      />
    </Card>
  );
}

function Head() {
  const [{ id = '' }] = useFilters();
  const { data, error } = useQuery({
    queryKey: ['Admin/Team', id],
    queryFn: () => call('Admin/Team', id === '' ? {} : { id }),
  });
  if (error) return <Alert type="error" showIcon role="alert" title={failureText(error)} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <Line top={data} />
      <Figures top={data} />
    </>
  );
}

/** Who invited whom: one member's line and figures, and the legs below, most performance first; Enter goes down. */
export function GenealogyScreen() {
  return (
    <ListScreen
      name="genealogy"
      title={t('genealogy')}
      path="Admin/TeamLegs"
      input={inputOf}
      columns={columns}
      rowKey={(row) => row.userid}
      empty={t('teamNobody')}
      onOpen={({ userid }) => goTo(wayTo(userid))}
      note={<Head />}
    />
  );
}
