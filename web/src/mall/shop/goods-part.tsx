import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { CallList } from '../../parts/call-list.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { useCallPages } from '../../platform/pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow } from '../../ui/list.tsx';
import { Stack } from '../../ui/page.tsx';
import { Picture } from '../../ui/picture.tsx';
import { TextField } from '../../ui/text-field.tsx';
import css from './shop.module.css';

type Row = OutputOf<'Goods/ShopGoods'>;
const states = ['forsale', 'soldout', 'withdrawn', 'hidden'] as const;
type State = (typeof states)[number];
const stateNames = {
  forsale: 'stateForsale',
  soldout: 'stateSoldout',
  withdrawn: 'stateWithdrawn',
  hidden: 'stateHidden',
} as const;
const tones = { forsale: 'good', soldout: 'warn', withdrawn: 'neutral', hidden: 'danger' } as const;

const stockOf = ({ skus }: Row): number => skus.reduce((sum, { stock }) => sum + stock, 0);

function stateOf(row: Row): State {
  if (row.hiddenreason !== '') return 'hidden';
  if (row.state === 'withdrawn') return 'withdrawn';
  return stockOf(row) > 0 ? 'forsale' : 'soldout';
}

function GoodsRow({ row, current, onOpen }: { row: Row; current: boolean; onOpen: () => void }) {
  const t = useTexts('shop');
  const locale = useLocale();
  const [first] = row.skus;
  const state = stateOf(row);
  return (
    <ListRow
      leading={
        <span className={css.thumb}>
          <Picture url={row.pictures[0] ?? ''} sizes="56px" />
        </span>
      }
      title={<span className={css.goodsName}>{row.name}</span>}
      subtitle={t('stockSold', { stock: stockOf(row), sold: row.sold })}
      trailing={first && `${amountText(first.price, locale)} ${row.coinid}`}
      trailingNote={
        <Badge tone={tones[state]}>{t(state === 'hidden' ? 'stateHiddenShort' : stateNames[state])}</Badge>
      }
      current={current}
      onPress={onOpen}
    />
  );
}

/** Goods of the shop: searched, by state, each opened to be changed. */
export function GoodsPart({
  filter,
  onFilter,
  current,
  onOpen,
}: {
  /** As it stands in the address; a state that is none is none. */
  filter: { q?: string | undefined; state?: string | undefined };
  onFilter: (filter: { q: string | undefined; state: string | undefined }) => void;
  current: string | undefined;
  onOpen: (id: string) => void;
}) {
  const t = useTexts('shop');
  const [search, setSearch] = useState(filter.q ?? '');
  const state = states.find((one) => one === filter.state);
  const wanted = search.trim();
  const query = useCallPages('Goods/ShopGoods', {
    ...(wanted === '' ? {} : { search: wanted }),
    ...(state === undefined ? {} : { state }),
  });
  const isFiltered = wanted !== '' || state !== undefined;
  return (
    <Refreshable calls={['Goods/ShopGoods']}>
      <Stack>
        <div className={css.actions}>
          <Button onPress={() => onOpen('new')}>{t('goodsAdd')}</Button>
          <Button tone="secondary" onPress={() => onOpen('file')}>
            {t('goodsFile')}
          </Button>
        </div>
        <TextField
          label={t('goodsSearch')}
          type="search"
          value={search}
          onChange={(next) => {
            setSearch(next);
            onFilter({ state, q: next === '' ? undefined : next });
          }}
          maxLength={80}
        />
        <ChipRow
          label={t('state')}
          chips={states.map((key) => ({
            key,
            label: t(stateNames[key]),
            pressed: key === state,
            onPress: () => onFilter({ q: filter.q, state: key === state ? undefined : key }),
          }))}
        />
        <CallList
          label={t('partGoods')}
          query={query}
          empty={
            <EmptyState
              title={isFiltered ? t('goodsNoneFound') : t('goodsNone')}
              drawing={isFiltered ? 'search' : 'records'}
            >
              {isFiltered ? undefined : t('goodsNoneText')}
            </EmptyState>
          }
        >
          {(row) => <GoodsRow row={row} current={row.id === current} onOpen={() => onOpen(row.id)} />}
        </CallList>
      </Stack>
    </Refreshable>
  );
}
