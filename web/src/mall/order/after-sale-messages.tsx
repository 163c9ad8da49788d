import { PictureRow } from '../../parts/picture-row.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { saidKinds } from './order-data.ts';
import type { FullOrder } from './order-data.ts';
import css from './order.module.css';

/** Who said what about it, the first first. */
export function Messages({ order }: { order: FullOrder }) {
  const t = useTexts('order');
  const locale = useLocale();
  const events = order.events.filter((event) => saidKinds.has(event.kind));
  return (
    <ol className={css.messages} aria-label={t('messages')}>
      {events.map((event, index) => (
        <li
          key={`${event.time} ${index}`}
          className={css.message}
          data-own={event.by === 'buyer' ? '' : undefined}
        >
          <span className={css.note}>
            {t(`by_${event.by}`)} · {t(`event_${event.kind}`)}
          </span>
          {event.text !== '' && <p>{event.text}</p>}
          <PictureRow pictures={event.pictures} nameOf={(place) => t('pictureOf', { place })} />
          <span className={css.note}>{exactTime(event.time, locale)}</span>
        </li>
      ))}
    </ol>
  );
}
