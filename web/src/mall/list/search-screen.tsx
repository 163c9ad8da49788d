import { useEffect, useState } from 'react';
import { BackBar } from '../../parts/back-bar.tsx';
import { replace, useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconSearch } from '../../ui/icon/act.tsx';
import { IconClose } from '../../ui/icon/arrow.tsx';
import { Page } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CartButton } from '../cart/cart-button.tsx';
import { MALL_PATH, SEARCH_PATH } from '../goods-link.ts';
import { GoodsGrid } from './goods-grid.tsx';
import { forgetSearches, keepSearch, useSearches } from './searches.ts';
import { SortRow, useSort } from './sort-row.tsx';
import { TypeRow } from './type-row.tsx';
import { useGoodsPages } from './use-goods-pages.ts';
import css from './list.module.css';

/** A pause this long means that somebody waits for an answer. */
const PAUSE_MS = 250;
const LENGTH_MAX = 120;

/** What was searched for before, and the types, while nothing is typed. */
function Before({ onChoose }: { onChoose: (text: string) => void }) {
  const t = useTexts('mall');
  const searches = useSearches();
  return (
    <>
      {searches.length > 0 && (
        <>
          <SectionTitle action={<TextLink onPress={forgetSearches}>{t('forgetSearches')}</TextLink>}>
            {t('searches')}
          </SectionTitle>
          <div className={css.wrap}>
            <ChipRow
              even
              label={t('searches')}
              chips={searches.map((text) => ({ key: text, label: text, onPress: () => onChoose(text) }))}
            />
          </div>
        </>
      )}
      <SectionTitle>{t('types')}</SectionTitle>
      <TypeRow />
    </>
  );
}

function Found({ search }: { search: string }) {
  const t = useTexts('mall');
  const query = useGoodsPages({ search, ...useSort() });
  const { rows, total, isPlaceholderData } = query;
  const none = (
    <EmptyState
      drawing="search"
      title={t('noneFound', { search })}
      action={
        <Button tone="secondary" href={`#${MALL_PATH}`}>
          {t('seeAll')}
        </Button>
      }
    >
      <p>{t('noneFoundText')}</p>
    </EmptyState>
  );
  return (
    <>
      <SortRow best />
      <p className={css.count} aria-live="polite">
        {total !== undefined && !isPlaceholderData && rows?.length !== 0 && t('found', { count: total })}
      </p>
      <div onClickCapture={() => keepSearch(search)}>
        <GoodsGrid query={query} label={t('foundFor', { search })} empty={none} />
      </div>
    </>
  );
}

/** Search as one types; what is typed stands in the address, so that back and a reload bring it again. */
export function SearchScreen() {
  const t = useTexts('mall');
  const { query } = useLocation();
  const asked = query['q'] ?? '';
  const [text, setText] = useState(asked);
  const [seen, setSeen] = useState(asked);
  // A link that is opened, or the way back, while this page is there: what it asks for stands in the field, too.
  if (seen !== asked) {
    setSeen(asked);
    if (text.trim() !== asked) setText(asked);
  }
  useEffect(() => {
    const search = text.trim();
    if (search === asked) return undefined;
    const timer = setTimeout(
      () => replace(SEARCH_PATH, { ...query, q: search === '' ? undefined : search }),
      search === '' ? 0 : PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [text, asked, query]);
  return (
    <Page nav={<BackBar title="mall.titleSearch" parent={MALL_PATH} actions={<CartButton />} />}>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            keepSearch(text);
            if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
          }}
        >
          <TextField
            label={t('searchLabel')}
            type="search"
            value={text}
            onChange={setText}
            maxLength={LENGTH_MAX}
            placeholder={t('searchHint')}
            enterKeyHint="search"
            autoComplete="off"
            focusFirst={asked === ''}
            leading={<IconSearch size={20} />}
            trailing={
              text !== '' && (
                <IconButton label={t('clear')} icon={<IconClose size={20} />} onPress={() => setText('')} />
              )
            }
          />
        </form>
      </search>
      {asked === '' ? <Before onChoose={setText} /> : <Found search={asked} />}
    </Page>
  );
}
