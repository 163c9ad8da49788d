import { useEffect, useState } from 'react';
import { Loaded } from '../parts/loaded.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { dateText } from '../platform/time-text.ts';
import { Badge } from '../ui/badge.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListRow } from '../ui/list.tsx';
import { Spoken } from '../ui/spoken.tsx';
import { useNewsPages } from './use-news-pages.ts';
import { keepSeen, useIsMember, useUnread } from './use-unread.ts';
import css from './news.module.css';

/** Up to which article was seen when the list was opened: what is new stays marked while one looks at it. */
function useSeenBefore(): number | undefined {
  const isMember = useIsMember();
  const { data } = useUnread();
  const [before, setBefore] = useState<number>();
  const latest = data?.latest;
  const seen = data?.seen;
  if (before === undefined && seen !== undefined) setBefore(seen);
  useEffect(() => {
    if (latest !== undefined && seen !== undefined && latest > seen)
      keepSeen(latest, isMember).catch((error: unknown) => console.warn('still counted as unread', error));
  }, [latest, seen, isMember]);
  return before;
}

/** All news, pinned first. */
export function NewsList() {
  const t = useTexts('news');
  const locale = useLocale();
  const query = useNewsPages();
  const before = useSeenBefore();
  return (
    <Loaded query={{ ...query, data: query.rows }}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={t('emptyNews')}>
            <p>{t('emptyNewsText')}</p>
          </EmptyState>
        ) : (
          <PagedList query={query} label={t('tabSystem')} items={rows} keyOf={({ id }) => id}>
            {({ id, title, summary, time, pinned, index }) => (
              <ListRow
                href={`#/pages/news/news?id=${id}`}
                title={
                  <>
                    {before !== undefined && index > before && (
                      <span className={css.dot}>
                        <Spoken>{t('unread')}</Spoken>
                      </span>
                    )}
                    {title} {pinned && <Badge>{t('pinned')}</Badge>}
                  </>
                }
                subtitle={
                  <>
                    {summary}
                    <br />
                    {dateText(time, locale)}
                  </>
                }
              />
            )}
          </PagedList>
        )
      }
    </Loaded>
  );
}
