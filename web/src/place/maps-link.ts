import { formatLocation } from '@openmere/core/place/rules.ts';
import type { Location } from '@openmere/core/place/rules.ts';

/** The one other site that a location is ever handed to, and only on a tap. */
const MAPS_SITE = 'https://www.openstreetmap.org';

/** Opens the place in the maps app of a phone, in a new tab elsewhere. */
export function mapsLink(location: Location, isPhone: boolean): string {
  const text = formatLocation(location);
  if (isPhone) return `geo:${text}?q=${encodeURIComponent(text)}`;
  const [latitude = '', longitude = ''] = text.split(',');
  const url = new URL('/', MAPS_SITE);
  url.search = new URLSearchParams({ mlat: latitude, mlon: longitude }).toString();
  url.hash = `map=15/${latitude}/${longitude}`;
  return url.href;
}

/** Android opens `geo:` in the app of one's choice; others do not know it. */
export function opensGeoLinks(): boolean {
  return /android/i.test(navigator.userAgent);
}
