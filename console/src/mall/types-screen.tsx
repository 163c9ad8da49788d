import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Tag } from 'antd';
import { useState } from 'react';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { mayCall } from '../platform/access.ts';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { useMe } from '../platform/use-me.ts';
import { TypeForm } from './type-form.tsx';
import type { GoodsType } from './type-form.tsx';
import { typeName } from './type-names.ts';

const INDENT = 20;

const columns: readonly Column<GoodsType>[] = [
  {
    key: 'name',
    title: t('typeNameHead'),
    render: (row) => <span style={{ paddingLeft: (row.depth - 1) * INDENT }}>{typeName(row)}</span>,
    text: typeName,
  },
  {
    key: 'positions',
    title: t('typeShown'),
    render: (row) =>
      row.positions === 0 ? <Tag color="success">{t('typeShownShort')}</Tag> : <Tag>{t('typeHidden')}</Tag>,
    text: (row) => String(row.positions),
  },
  {
    key: 'goods',
    title: t('typeGoods'),
    align: 'right',
    render: (row) => row.goods,
    text: (row) => String(row.goods),
  },
  {
    key: 'sort',
    title: t('typeSort'),
    align: 'right',
    render: (row) => row.sort,
    text: (row) => String(row.sort),
  },
  { key: 'id', title: 'Id', text: (row) => row.id },
];

/** Another language or order of its fields begins the form anew; a count of goods does not. */
const formKey = ({ id, pid, names, positions, sort }: GoodsType): string =>
  JSON.stringify([id, pid, names, positions, sort]);

function useTree(): readonly GoodsType[] {
  const { data } = useQuery({
    queryKey: ['Admin/GoodsTypes', 'tree'],
    queryFn: () => call('Admin/GoodsTypes', {}),
  });
  return data?.list ?? [];
}

/** The tree of types of goods: added, named in nine languages, moved, ordered and hidden. */
export function TypesScreen() {
  const tree = useTree();
  return (
    <ListScreen
      name="goodstypes"
      title={t('goodsTypes')}
      path="Admin/GoodsTypes"
      input={() => ({})}
      keeps={(row, { search = '' }) =>
        Object.values(row.names).some((name) => name.toLowerCase().includes(search.toLowerCase()))
      }
      search={t('typeSearch')}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noTypes')}
      note={<Add tree={tree} />}
      details={(row) => <TypeForm key={formKey(row)} tree={tree} type={row} />}
    />
  );
}

function Add({ tree }: { tree: readonly GoodsType[] }) {
  const me = useMe();
  const [open, setOpen] = useState(false);
  if (me === undefined || !mayCall(me.role, 'Admin/GoodsTypeSave')) return null;
  return (
    <Flex vertical gap={12}>
      <div>
        <Button type={open ? 'default' : 'primary'} onClick={() => setOpen(!open)}>
          {open ? t('cancel') : t('newType')}
        </Button>
      </div>
      {open && (
        <Card size="small">
          <TypeForm tree={tree} onDone={() => setOpen(false)} />
        </Card>
      )}
    </Flex>
  );
}
