import { CallList } from '../parts/call-list.tsx';
import { call } from '../platform/api-client.ts';
import { push } from '../platform/history.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { useCallPages } from '../platform/pages.ts';
import { refresh } from '../platform/query.ts';
import { clockText } from '../platform/time-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListRow } from '../ui/list.tsx';
import { Stack } from '../ui/page.tsx';
import { Spoken } from '../ui/spoken.tsx';
import { sayFailed } from './say-failed.ts';
import { useUnread } from './use-unread.ts';
import css from './news.module.css';

export async function markRead(which: { id: string } | { upto: string }): Promise<void> {
  await call('Ctrls/NoticeRead', which);
  await refresh('Ctrls/Notices', 'Ctrls/Unread');
}

/** What this member was told. Whoever presses one has read it, and comes to what it is about. */
export function NoticeList() {
  const t = useTexts('news');
  const locale = useLocale();
  const query = useCallPages('Ctrls/Notices', {});
  const newest = query.rows?.[0];
  // Those that are unread may be further down than what was read of the list.
  const unread = useUnread().data?.notices ?? 0;
  const hasUnread = unread > 0 || query.rows?.some(({ read }) => !read);
  return (
    <Stack>
      {newest && hasUnread && (
        <Button tone="quiet" onPress={() => markRead({ upto: newest.id }).catch(sayFailed)}>
          {t('readAll')}
        </Button>
      )}
      <CallList
        query={query}
        label={t('tabPersonal')}
        empty={
          <EmptyState title={t('emptyNotices')}>
            <p>{t('emptyNoticesText')}</p>
          </EmptyState>
        }
      >
        {({ id, title, text, time, link, read }) => (
          <ListRow
            onPress={() => {
              if (!read)
                markRead({ id }).catch((error: unknown) => console.warn('still counted as unread', error));
              if (link !== null) push(link);
            }}
            chevron={link !== null}
            title={
              <>
                {!read && (
                  <span className={css.dot}>
                    <Spoken>{t('unread')}</Spoken>
                  </span>
                )}
                {title}
              </>
            }
            subtitle={<span className={css.text}>{text}</span>}
            trailingNote={clockText(Date.parse(time), locale)}
          />
        )}
      </CallList>
    </Stack>
  );
}
