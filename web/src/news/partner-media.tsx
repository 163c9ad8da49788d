import { useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { Picture } from '../ui/picture.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import css from './news.module.css';

const MOST = 12;

/** What operators say of partners; nothing at all while they say nothing. */
export function PartnerMedia() {
  const t = useTexts('news');
  const { data } = useCall('Ctrls/News', { kind: 'media', pageSize: MOST });
  if (!data || data.list.length === 0) return null;
  return (
    <section>
      <SectionTitle>{t('media')}</SectionTitle>
      <div className={css.media}>
        {data.list.map(({ id, title, picurl, locale }) => (
          <a key={id} href={`#/pages/news/news?id=${id}`}>
            <Picture url={picurl} sizes="132px" fit="contain" />
            <span lang={locale}>{title}</span>
          </a>
        ))}
      </div>
    </section>
  );
}
