import { useState } from 'react';
import { Loaded } from '../parts/loaded.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { dateText } from '../platform/time-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListRow } from '../ui/list.tsx';
import { Stack } from '../ui/page.tsx';
import { Spoken } from '../ui/spoken.tsx';
import { OtherLanguage } from './other-language.tsx';
import { sayFailed } from './say-failed.ts';
import { useNewsPages } from './use-news-pages.ts';
import { keepRead, useIsMember, useUnread } from './use-unread.ts';
import css from './news.module.css';

/** All news, pinned first; each is unread until it was opened, or all were marked. */
export function NewsList() {
  const t = useTexts('news');
  const locale = useLocale();
  const query = useNewsPages();
  const isMember = useIsMember();
  const { data: unread, failureCount } = useUnread();
  // The button above the list comes with it: it would push the list down under a finger. What is shown stays while it is counted anew.
  const [isShown, setShown] = useState(query.rows !== undefined);
  if (!isShown && (unread !== undefined || failureCount > 0)) setShown(true);
  return (
    <Stack>
      {unread !== undefined && unread.news > 0 && (
        <Button tone="quiet" onPress={() => keepRead({ index: unread.latest }).catch(sayFailed)}>
          {t('readAll')}
        </Button>
      )}
      <Loaded query={{ ...query, data: isShown ? query.rows : undefined }}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('emptyNews')}>
              <p>{t('emptyNewsText')}</p>
            </EmptyState>
          ) : (
            <PagedList query={query} label={t('tabSystem')} items={rows} keyOf={({ id }) => id}>
              {({ id, title, summary, time, pinned, index, read, locale: written }) => (
                <ListRow
                  href={`#/pages/news/news?id=${id}`}
                  title={
                    <>
                      {(isMember ? !read : unread !== undefined && index > unread.seen) && (
                        <span className={css.dot}>
                          <Spoken>{t('unread')}</Spoken>
                        </span>
                      )}
                      <span lang={written}>{title}</span> {pinned && <Badge>{t('pinned')}</Badge>}
                    </>
                  }
                  subtitle={
                    <>
                      <span lang={written}>{summary}</span>
                      <br />
                      {dateText(time, locale)}
                      <OtherLanguage written={written} />
                    </>
                  }
                />
              )}
            </PagedList>
          )
        }
      </Loaded>
    </Stack>
  );
}
