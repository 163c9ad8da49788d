import { useState } from 'react';
import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { readOn, useCallPages } from '../../platform/pages.ts';
import { useKeptScroll } from '../../platform/use-kept-scroll.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconTrash } from '../../ui/icon/act.tsx';
import { ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Picture } from '../../ui/picture.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { CartButton } from '../cart/cart-button.tsx';
import { goodsLink, MALL_PATH } from '../goods-link.ts';
import { reasonAgainst } from '../goods/goods-data.ts';
import { usePrice } from '../price-text.ts';
import { COLLECT_LIST, useAddAll, useRemove, useSelection } from './use-collected.ts';
import type { Collected, Selection } from './use-collected.ts';
import css from './list.module.css';

type Row = { goods: Collected; selection: Selection; onRemove: () => unknown };

/** What it costs, or why it cannot be bought. */
function Standing({ goods }: { goods: Collected }) {
  const t = useTexts('mall');
  const price = usePrice();
  const against = reasonAgainst(goods);
  if (against !== undefined) return <span className={css.gone}>{t(against)}</span>;
  const from = price(goods.price, goods.coinid);
  return goods.price === goods.pricemax ? from : t('priceFrom', { price: from });
}

function CollectedRow({ goods, selection, onRemove }: Row) {
  const t = useTexts('mall');
  const thumb = (
    <span className={css.thumb}>
      <Picture url={goods.picurl} sizes="64px" />
    </span>
  );
  if (selection.isOn)
    return (
      <li className={css.selectable}>
        <Checkbox checked={selection.has(goods.id)} onChange={() => selection.turn(goods.id)}>
          <span className={css.selectBody}>
            {thumb}
            <span>
              <span className={css.selectName}>{goods.name}</span>
              <span className={css.quiet}>
                <Standing goods={goods} />
              </span>
            </span>
          </span>
        </Checkbox>
      </li>
    );
  return (
    <ListRow
      leading={thumb}
      title={goods.name}
      subtitle={<Standing goods={goods} />}
      href={goodsLink(goods.id)}
      chevron={false}
      action={
        <IconButton
          label={t('remove', { name: goods.name })}
          icon={<IconTrash size={20} />}
          onPress={onRemove}
        />
      }
    />
  );
}

/** What can be done with the goods that were selected. */
function SelectedActions({ rows, selection }: { rows: readonly Collected[]; selection: Selection }) {
  const t = useTexts('mall');
  const remove = useRemove();
  const addAll = useAddAll();
  const [openCount, setOpenCount] = useState(0);
  const chosen = rows.filter(({ id }) => selection.has(id));
  const there = chosen.filter((goods) => reasonAgainst(goods) === undefined);

  async function take(): Promise<void> {
    await remove(chosen);
    selection.end();
  }
  async function add(): Promise<void> {
    const { open, left } = await addAll(there);
    setOpenCount(open.length);
    if (left.length === 0) selection.end();
    else selection.set(left.map(({ id }) => id));
  }
  if (chosen.length === 0)
    return <Button disabledReason={t('selectFirst')}>{t('addMany', { count: 0 })}</Button>;
  return (
    <>
      {openCount > 0 && <Notice tone="info" title={t('needVariants', { count: openCount })} />}
      <Button disabledReason={there.length === 0 ? t('noneForSale') : undefined} onPress={add}>
        {t('addMany', { count: there.length })}
      </Button>
      <Button tone="secondary" onPress={take}>
        {t('removeMany', { count: chosen.length })}
      </Button>
    </>
  );
}

/** The way into selecting several, and out of it. */
function SelectRow({ rows, selection }: { rows: readonly Collected[]; selection: Selection }) {
  const t = useTexts('mall');
  const isAll = rows.every(({ id }) => selection.has(id));
  return (
    <div className={css.selectRow}>
      {selection.isOn && (
        <Checkbox checked={isAll} onChange={(all) => selection.set(all ? rows.map(({ id }) => id) : [])}>
          {t('chooseAll')}
        </Checkbox>
      )}
      <TextLink onPress={selection.isOn ? selection.end : selection.start}>
        {t(selection.isOn ? 'selectEnd' : 'select')}
      </TextLink>
    </div>
  );
}

/** What the member keeps among the goods, newest first; what is no longer for sale says so. */
export function CollectScreen() {
  const t = useTexts('mall');
  const query = useCallPages(COLLECT_LIST, {});
  const remove = useRemove();
  const selection = useSelection();
  const isWide = useWide();
  const known = query.rows ?? [];
  useKeptScroll({
    ready: query.rows !== undefined,
    hasMore: query.hasNextPage,
    isFetching: query.isFetchingNextPage,
    onMore: () => readOn(query),
  });
  const actions =
    selection.isOn && known.length > 0 ? <SelectedActions rows={known} selection={selection} /> : undefined;
  return (
    <Page
      nav={<BackBar title="mall.titleCollect" parent={MALL_PATH} actions={<CartButton />} />}
      footer={isWide ? undefined : actions}
    >
      <Refreshable calls={[COLLECT_LIST]}>
        <Loaded query={{ ...query, data: query.rows }}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                title={t('emptyCollect')}
                action={<Button href={`#${MALL_PATH}`}>{t('toMall')}</Button>}
              >
                <p>{t('emptyCollectText')}</p>
              </EmptyState>
            ) : (
              <>
                <SelectRow rows={rows} selection={selection} />
                {isWide && <div className={css.selectActions}>{actions}</div>}
                <PagedList query={query} label={t('titleCollect')} items={rows} keyOf={({ id }) => id}>
                  {(goods) => (
                    <CollectedRow goods={goods} selection={selection} onRemove={() => remove([goods])} />
                  )}
                </PagedList>
              </>
            )
          }
        </Loaded>
      </Refreshable>
    </Page>
  );
}
