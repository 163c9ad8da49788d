import { useEffect } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { replace, useLocation } from '../platform/history.ts';
import { useTexts, useTitle } from '../platform/i18n.ts';
import { parseLocation } from '../platform/location.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconMail } from '../ui/icon/guard.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Article } from './article.tsx';
import { NewsList } from './news-list.tsx';
import { markRead, NoticeList } from './notice-list.tsx';
import { useIsMember, useUnread } from './use-unread.ts';

const PATH = '/pages/news/news';
type Tab = 'system' | 'personal';

function ChoicesLink() {
  const titleOf = useTitle();
  return <IconButton label={titleOf('news.titleChoices')} icon={<IconMail />} href="#/pages/news/choices" />;
}

/** A notice that was opened from the system's own list of messages is read; then on to what it is about, within the app only. */
function Opened({ notice, to }: { notice: string; to: string }) {
  const isMember = useIsMember();
  useEffect(() => {
    if (isMember)
      markRead({ id: notice }).catch((error: unknown) => console.warn('still counted as unread', error));
    const { path, query } = parseLocation(`#${to}`);
    replace(path.startsWith('/pages/') ? path : PATH, query);
  }, [isMember, notice, to]);
  return null;
}

/** What the house tells everybody, and what it told this member; one article by its id. */
export function NewsScreen() {
  const t = useTexts('news');
  const { id, tab, notice, to = `${PATH}?tab=personal` } = useLocation().query;
  const isMember = useIsMember();
  const { data } = useUnread();
  const value: Tab = isMember && tab === 'personal' ? 'personal' : 'system';
  const countOf = (count: number | undefined) => (count ? { count } : {});
  if (notice !== undefined) return <Opened notice={notice} to={to} />;
  if (id !== undefined)
    return (
      <Page narrow nav={<BackBar title="news.titleNews" parent={PATH} />}>
        <Article id={id} />
      </Page>
    );
  return (
    <Page narrow nav={<BackBar title="news.titleNews" actions={isMember && <ChoicesLink />} />}>
      <Refreshable calls={['Ctrls/News', 'Ctrls/Notices', 'Ctrls/Unread']}>
        {isMember ? (
          <Tabs<Tab>
            label={t('titleNews')}
            value={value}
            onChange={(next) => replace(PATH, { tab: next })}
            items={[
              { key: 'system', label: t('tabSystem'), ...countOf(data?.news) },
              { key: 'personal', label: t('tabPersonal'), ...countOf(data?.notices) },
            ]}
          >
            {value === 'system' ? <NewsList /> : <NoticeList />}
          </Tabs>
        ) : (
          <NewsList />
        )}
      </Refreshable>
    </Page>
  );
}
