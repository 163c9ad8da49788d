import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconChevronLeft, IconChevronRight } from '../../ui/icon/arrow.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { picturesOf } from './goods-data.ts';
import type { Goods, Sku } from './goods-data.ts';
import css from './gallery.module.css';

const SIZES = '(min-width: 1024px) 426px, 100vw';

/** The pictures beside one another, one in sight: swiped, stepped by buttons, or chosen with the variant. */
export function Gallery({ goods, sku }: { goods: Goods; sku: Sku | undefined }) {
  const t = useTexts('mall');
  const isWide = useWide();
  const pictures = picturesOf(goods);
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);

  function show(index: number) {
    const list = strip.current;
    list?.scrollTo({ left: index * list.clientWidth });
  }

  function onScroll() {
    const list = strip.current;
    if (list && list.clientWidth > 0) setAt(Math.round(list.scrollLeft / list.clientWidth));
  }

  // The picture of the chosen variant comes into sight.
  const wanted = sku && sku.picurl !== '' ? pictures.indexOf(sku.picurl) : -1;
  useEffect(() => {
    if (wanted >= 0) show(wanted);
  }, [wanted]);

  if (pictures.length === 0)
    return (
      <div className={css.gallery}>
        <Picture url="" sizes={SIZES} fit="contain" />
      </div>
    );
  const last = pictures.length - 1;
  return (
    <section className={css.gallery} aria-label={t('pictures')}>
      <ul
        ref={strip}
        className={css.strip}
        // Reached by Tab, so that arrow keys scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reached by keyboard
        tabIndex={0}
        aria-label={t('pictures')}
        onScroll={onScroll}
      >
        {pictures.map((url, index) => (
          <li key={url} className={css.slide}>
            <Picture
              url={url}
              sizes={SIZES}
              fit="contain"
              eager={index === 0}
              alt={t('pictureOf', { name: goods.name, at: index + 1, count: pictures.length })}
            />
          </li>
        ))}
      </ul>
      {last > 0 && (
        <span className={css.counter} aria-hidden="true">
          {at + 1}/{pictures.length}
        </span>
      )}
      {last > 0 && isWide && (
        <div className={css.steps}>
          <IconButton
            label={t('pictureBefore')}
            icon={<IconChevronLeft />}
            disabled={at === 0}
            onPress={() => show(at - 1)}
          />
          <IconButton
            label={t('pictureNext')}
            icon={<IconChevronRight />}
            disabled={at === last}
            onPress={() => show(at + 1)}
          />
        </div>
      )}
    </section>
  );
}
