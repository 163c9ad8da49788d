import { CopyValue } from '../parts/copy-value.tsx';
import { useTexts } from '../platform/i18n.ts';
import type { Geocoded } from './use-place-text.ts';
import css from './world-map.module.css';

/** The coordinates, and the formatted address as far as one is known, each to copy. */
export function LocationFacts({ place }: { place: Geocoded }) {
  const t = useTexts('place');
  return (
    <>
      <CopyValue label={t('point')} value={place.location} />
      {place.address !== '' && (
        <CopyValue label={t(place.kind === 'address' ? 'placeAddress' : 'placeNear')} value={place.address} />
      )}
      {place.credit !== '' && <p className={css.credit}>{place.credit}</p>}
    </>
  );
}
