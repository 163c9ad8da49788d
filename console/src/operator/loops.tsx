import type { OutputOf } from '@openmere/core/calls.ts';
import { Table, Tag } from 'antd';
import type { TableProps } from 'antd';
import { t } from '../platform/texts.ts';
import { spanText } from '../platform/time-text.ts';
import { loopText } from './loop-text.ts';
import { placeOfLoop, WhereToLook } from './where-to-look.tsx';
import style from './health-screen.module.css';

type Loop = OutputOf<'Admin/Health'>['loops'][number];

const columns: NonNullable<TableProps<Loop>['columns']> = [
  { title: t('loop'), dataIndex: 'name', render: loopText },
  {
    title: t('lastSuccess'),
    dataIndex: 'agems',
    render: (ageMs: number, { succeeded }) =>
      succeeded === null ? t('neverYet') : t('ago', { span: spanText(ageMs) }),
  },
  {
    title: t('state'),
    dataIndex: 'late',
    render: (late: boolean) => (
      <Tag color={late ? 'error' : 'success'}>{t(late ? 'tooLongAgo' : 'inTime')}</Tag>
    ),
  },
  { title: t('problem'), dataIndex: 'problem', render: (problem: string | null) => problem ?? '—' },
  { title: t('whereToLook'), render: (_, { name, late }) => late && <WhereToLook {...placeOfLoop(name)} /> },
];

/** What runs by itself, and when each last did what it is for; what is late stands first. */
export function Loops({ loops }: { loops: readonly Loop[] }) {
  const sorted = loops.toSorted((a, b) => Number(b.late) - Number(a.late));
  return (
    <Table<Loop>
      rowKey="name"
      dataSource={sorted}
      columns={columns}
      size="small"
      pagination={false}
      className={style.wraps ?? ''}
    />
  );
}
