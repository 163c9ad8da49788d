import { useEffect } from 'react';
import { LinkedContent } from '../parts/content/linked-content.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { CallRefused } from '../platform/api-client.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { dateText } from '../platform/time-text.ts';
import { Stack } from '../ui/page.tsx';
import { Picture } from '../ui/picture.tsx';
import { OtherLanguage } from './other-language.tsx';
import { keepRead } from './use-unread.ts';
import css from './news.module.css';

/** One article, which is read with that. In another language where it is not there in the reader's; that is said. */
export function Article({ id }: { id: string }) {
  const t = useTexts('news');
  const locale = useLocale();
  const query = useCall('Ctrls/NewsFirst', { id });
  // Withdrawn while it is open; what could not be asked again stays.
  const isGone = query.error instanceof CallRefused && query.error.reason === 'news.noarticle';
  const { index, read: isRead = false } = query.data ?? {};
  useEffect(() => {
    if (index === undefined || isRead) return;
    keepRead({ id, index }).catch((error: unknown) => console.warn('still counted as unread', error));
  }, [id, index, isRead]);
  const texts = { title: t('linkTitle'), text: t('linkText'), leave: t('openLink'), stay: t('stay') };
  return (
    <Loaded query={{ ...query, data: isGone ? undefined : query.data }}>
      {(article) => (
        <article lang={article.locale}>
          <Stack>
            <h2 className={css.head}>{article.title}</h2>
            <p className={css.note} lang={locale}>
              {dateText(article.time, locale)}
              <OtherLanguage written={article.locale} />
            </p>
            {article.picurl !== '' && (
              <Picture url={article.picurl} sizes="(min-width: 640px) 600px, 100vw" fit="natural" eager />
            )}
            <LinkedContent html={article.content} texts={texts} />
          </Stack>
        </article>
      )}
    </Loaded>
  );
}
