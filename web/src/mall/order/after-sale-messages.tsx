import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { saidKinds } from './order-data.ts';
import type { FullOrder } from './order-data.ts';
import css from './order.module.css';

/** The pictures that were sent with something; each opens in full. */
function Shots({ pictures }: { pictures: readonly string[] }) {
  const t = useTexts('order');
  if (pictures.length === 0) return null;
  return (
    <span className={css.pictures}>
      {pictures.map((address, index) => (
        <a key={address} className={css.shot} href={address} target="_blank" rel="noopener noreferrer">
          <img
            src={address}
            alt={t('pictureOf', { place: index + 1 })}
            width={72}
            height={72}
            loading="lazy"
            decoding="async"
          />
        </a>
      ))}
    </span>
  );
}

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
          <Shots pictures={event.pictures} />
          <span className={css.note}>{exactTime(event.time, locale)}</span>
        </li>
      ))}
    </ol>
  );
}
