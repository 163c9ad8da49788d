import type { OutputOf } from '@openmere/core/calls.ts';
import { Flex, Tag } from 'antd';
import { amountAt, memberColumn, timeAt, timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { t } from '../platform/texts.ts';
import { ShortText } from '../ui/short-text.tsx';

type Bonus = OutputOf<'Admin/Bonuses'>;

const colours: Record<Bonus['status'], string> = { held: 'processing', given: 'success', refused: 'warning' };

const columns: readonly Column<Bonus>[] = [
  timeColumn,
  memberColumn,
  {
    key: 'kind',
    title: t('kind'),
    render: ({ kind, place }) =>
      place === null ? t(`bonus_${kind}`) : `${t(`bonus_${kind}`)}, ${t('bonusPlace', { place })}`,
    text: (row) => row.kind,
  },
  {
    key: 'status',
    title: t('status'),
    render: ({ status, reason }) => (
      <Flex vertical gap={2} align="start">
        <Tag color={colours[status]}>{t(`bonus_${status}`)}</Tag>
        {reason !== null && <span>{t(`bonusReason_${reason}`)}</span>}
      </Flex>
    ),
    text: (row) => row.reason ?? row.status,
  },
  amountAt('deposit', t('bonusDeposit'), { coin: 'USDT', pick: (row) => row.deposit }),
  amountAt('kept', t('bonusKept'), { coin: 'USDT', pick: (row) => row.kept }),
  {
    key: 'power',
    title: t('bonusPower'),
    align: 'right',
    render: (row) => row.power,
    text: (row) => row.power,
  },
  timeAt('dueat', t('bonusDue'), (row) => row.dueat),
  {
    key: 'source',
    title: t('bonusSource'),
    render: (row) => (row.source === null ? '—' : <ShortText text={row.source} />),
    text: (row) => row.source ?? '',
  },
];

/** Who got bonus power in the activity, who waits for it, and who was refused and why. */
export function BonusesScreen() {
  return (
    <ListScreen
      name="bonuses"
      title={t('bonuses')}
      path="Admin/Bonuses"
      input={({ search }) => (search === undefined ? {} : { search })}
      search={t('bonusSearch')}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('nothingFound')}
    />
  );
}
