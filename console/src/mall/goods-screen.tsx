import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { Descriptions, Flex, Image, Tag } from 'antd';
import { timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { ReasonForm } from '../parts/reason-form.tsx';
import { addressOf } from '../platform/address.ts';
import type { Filters } from '../platform/address.ts';
import { coinAmount } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { HiddenBy } from './hidden-by.tsx';

type Row = OutputOf<'Admin/Goods'>;

const colors = { forsale: 'success', withdrawn: 'default', hidden: 'error', shopclosed: 'default' } as const;

function priceText({ price, pricemax, coinid }: Row): string {
  return price === pricemax
    ? coinAmount(price, coinid)
    : `${coinAmount(price, coinid)} – ${coinAmount(pricemax, coinid)}`;
}

const columns: readonly Column<Row>[] = [
  timeColumn,
  { key: 'name', title: t('goodsName'), render: (row) => row.name, text: (row) => row.name },
  { key: 'shop', title: t('shopName'), render: (row) => row.shop.name, text: (row) => row.shop.id },
  { key: 'type', title: t('typeNameHead'), render: (row) => row.type, text: (row) => row.type },
  { key: 'price', title: t('goodsPrice'), align: 'right', render: priceText, text: priceText },
  {
    key: 'stock',
    title: t('goodsStock'),
    align: 'right',
    render: (row) => row.stock,
    text: (row) => String(row.stock),
  },
  {
    key: 'sold',
    title: t('goodsSold'),
    align: 'right',
    render: (row) => row.sold,
    text: (row) => String(row.sold),
  },
  {
    key: 'state',
    title: t('status'),
    render: (row) => <Tag color={colors[row.state]}>{t(`goods_${row.state}`)}</Tag>,
    text: (row) => row.state,
  },
  { key: 'id', title: 'Id', text: (row) => row.id },
];

const options = [
  { value: '', label: t('allGoods') },
  { value: '1', label: t('hiddenOnly') },
];

function inputOf({ search = '', hidden = '', shop = '' }: Filters): InputOf<'Admin/Goods'> {
  return {
    ...(search === '' ? {} : { search }),
    ...(shop === '' ? {} : { shopid: shop }),
    ...(hidden === '1' ? { hidden } : {}),
  };
}

/** Goods of all shops; what breaks the rules is taken out of the mall with a reason that its shop reads. */
export function GoodsScreen() {
  return (
    <ListScreen
      name="goods"
      title={t('mallGoods')}
      path="Admin/Goods"
      input={inputOf}
      search={t('goodsSearch')}
      choices={[{ key: 'hidden', label: t('status'), options }]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noGoods')}
      details={(row) => <Details row={row} />}
    />
  );
}

function Details({ row }: { row: Row }) {
  const hide = row.state === 'hidden' ? '0' : '1';
  return (
    <Flex vertical gap={16}>
      <HiddenBy hidden={row.hidden} />
      <Flex gap={16} wrap align="start">
        {row.picurl !== '' && <Image width={96} src={row.picurl} alt={row.name} />}
        <Descriptions
          size="small"
          column={1}
          items={[
            { key: 'id', label: 'Id', children: row.id },
            { key: 'shop', label: t('shopName'), children: row.shop.name },
            {
              key: 'comments',
              label: t('goodsComments'),
              children: <a href={`#${addressOf('/comments', { goods: row.id })}`}>{t('commentsOfGoods')}</a>,
            },
          ]}
        />
      </Flex>
      <ReasonForm
        needs="Admin/GoodsHide"
        hint={t('goodsHideHint')}
        done={t('recordedDone')}
        refreshes={['Admin/Goods']}
        acts={[
          {
            key: 'hide',
            label: hide === '1' ? t('goodsHide') : t('goodsShow'),
            look: hide === '1' ? 'danger' : 'primary',
            run: (reason) => call('Admin/GoodsHide', { id: row.id, hide, reason }),
          },
        ]}
      />
    </Flex>
  );
}
