import type { OutputOf } from '@openmere/core/calls.ts';
import { formatLocation } from '@openmere/core/place/rules.ts';
import type { Location } from '@openmere/core/place/rules.ts';
import { useEffect, useState } from 'react';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';

/** So close to the middle of a town that a distance says nothing. */
const CLOSE_KM = 1;
/** After so long without a move a point is meant. */
const SETTLED_MS = 400;

export type Geocoded = OutputOf<'Ctrls/Geocode'>;

/** What is known about a location, and how it is said: its address, or "Near Lisbon, Portugal (2 km away)". */
export function usePlace(location: Location | undefined) {
  const t = useTexts('place');
  const locale = useLocale();
  const wanted = location && formatLocation(location);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    // A marker that is still being moved asks nothing.
    const timer = setTimeout(() => setAsked(wanted), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isSettled = asked === wanted;
  const query = useCall(
    'Ctrls/Geocode',
    { location: wanted ?? '0,0' },
    { enabled: wanted !== undefined && isSettled, staleTime: Number.POSITIVE_INFINITY },
  );
  const place = location && query.data;
  const km = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(place?.distancekm ?? 0);
  const texts = {
    address: () => place?.address ?? '',
    near: () => {
      const address = place?.address ?? '';
      return (place?.distancekm ?? 0) < CLOSE_KM ? t('close', { address }) : t('near', { address, km });
    },
    none: () => t('nothingNear'),
  };
  return {
    place,
    text: place && texts[place.kind](),
    query,
    isBusy: wanted !== undefined && (!isSettled || query.isFetching),
  };
}
