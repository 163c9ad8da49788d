import { useEffect } from 'react';
import { useMemberQuery } from '../member/use-member-query.ts';
import { useTexts } from '../platform/i18n.ts';
import { readStored } from '../platform/storage.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconBell } from '../ui/icon/sign.tsx';
import { useUnread } from './use-unread.ts';
import css from './news.module.css';

/** The way to news and notices, with how much is unread. Texts: `news`. */
export function BellLink() {
  const t = useTexts('news');
  const { data } = useUnread();
  const memberId = useMemberQuery().data?.userid;
  useEffect(() => {
    if (memberId === undefined || readStored('general.pushFor') !== memberId) return;
    import('./push-device.ts')
      .then(({ renewDevice }) => renewDevice(memberId))
      .catch((error: unknown) => console.warn('this device gets no messages', error));
  }, [memberId]);
  const count = data ? data.notices + data.news : 0;
  return (
    <span className={css.bell}>
      <IconButton
        label={count === 0 ? t('titleNews') : t('bellWith', { count })}
        icon={<IconBell />}
        href={data && data.notices > 0 ? '#/pages/news/news?tab=personal' : '#/pages/news/news'}
      />
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </span>
  );
}
