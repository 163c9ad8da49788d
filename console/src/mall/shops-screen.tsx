import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { Descriptions, Flex, Tag } from 'antd';
import { memberColumn, timeAt } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { ReasonForm } from '../parts/reason-form.tsx';
import type { Filters } from '../platform/address.ts';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';

type Row = OutputOf<'Admin/Shops'>;

function State({ row }: { row: Row }) {
  if (row.state === 'suspended') return <Tag color="error">{t('shopSuspended')}</Tag>;
  return row.open ? <Tag color="success">{t('shopOpen')}</Tag> : <Tag>{t('shopClosed')}</Tag>;
}

const columns: readonly Column<Row>[] = [
  timeAt('time', t('shopSince'), (row) => row.time),
  { key: 'name', title: t('shopName'), render: (row) => row.name, text: (row) => row.name },
  { key: 'kind', title: t('shopKind'), render: (row) => t(`kind_${row.kind}`), text: (row) => row.kind },
  memberColumn,
  { key: 'state', title: t('status'), render: (row) => <State row={row} />, text: (row) => row.state },
];

function inputOf({ search = '' }: Filters): InputOf<'Admin/Shops'> {
  return search === '' ? {} : { search };
}

/** Every shop; one that breaks the rules is suspended, with a reason that its owner reads. */
export function ShopsScreen() {
  return (
    <ListScreen
      name="shops"
      title={t('shops')}
      path="Admin/Shops"
      input={inputOf}
      search={t('shopSearch')}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noShops')}
      details={(row) => <Details row={row} />}
    />
  );
}

function Details({ row }: { row: Row }) {
  const suspend = row.state === 'suspended' ? '0' : '1';
  return (
    <Flex vertical gap={16}>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'about', label: t('shopAbout'), children: row.about === '' ? '—' : row.about },
          ...(row.reason === '' ? [] : [{ key: 'reason', label: t('reason'), children: row.reason }]),
          { key: 'id', label: 'Id', children: row.id },
        ]}
      />
      <ReasonForm
        needs="Admin/ShopSuspend"
        hint={t('suspendHint')}
        done={t('recordedDone')}
        refreshes={['Admin/Shops']}
        acts={[
          {
            key: 'suspend',
            label: suspend === '1' ? t('suspendShop') : t('resumeShop'),
            look: suspend === '1' ? 'danger' : 'primary',
            run: (reason) => call('Admin/ShopSuspend', { id: row.id, suspend, reason }),
          },
        ]}
      />
    </Flex>
  );
}
