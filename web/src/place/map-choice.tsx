import { formatLocation } from '@openmere/core/place/rules.ts';
import type { Location } from '@openmere/core/place/rules.ts';
import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { askDevice } from './ask-device.ts';
import { MapView } from './map-view.tsx';
import { TownSearch } from './town-search.tsx';
import { usePlace } from './use-place-text.ts';
import type { Geocoded } from './use-place-text.ts';
import css from './world-map.module.css';

const unknownPlace = (location: Location): Geocoded => ({
  location: formatLocation(location),
  address: '',
  country: null,
  kind: 'none',
  distancekm: null,
  credit: '',
});

/** A point on the map, found by name, by this device, or by hand; and what is known about it. */
export function MapChoice({ onChoose }: { onChoose: (place: Geocoded) => void }) {
  const t = useTexts('place');
  const [location, setLocation] = useState<Location>();
  const [refused, setRefused] = useState(false);
  const { place, text, query, isBusy } = usePlace(location);
  /** A point can be used without its address, too: that is typed by hand then. */
  function use(): void {
    if (location) onChoose(place ?? unknownPlace(location));
  }
  async function toDevice(): Promise<void> {
    const found = await askDevice();
    setRefused(found === undefined);
    if (found) setLocation(found);
  }
  return (
    <Stack>
      <TownSearch onFound={setLocation} />
      <Button tone="secondary" size="small" onPress={toDevice}>
        {t('here')}
      </Button>
      {refused && <Notice tone="warn">{t('hereRefused')}</Notice>}
      <div className={css.short}>
        <MapView location={location} onMove={setLocation} hint={t('mapHint')} />
      </div>
      {location && (
        <KeyValue
          rows={[
            { key: 'point', label: t('point'), value: formatLocation(location) },
            {
              key: 'place',
              label: t('place'),
              value: query.isError ? errorText(query.error) : (text ?? '…'),
            },
          ]}
        />
      )}
      {place && place.credit !== '' && <p className={css.credit}>{place.credit}</p>}
      <Button disabledReason={location ? undefined : t('choosePoint')} busy={isBusy} onPress={use}>
        {t('use')}
      </Button>
    </Stack>
  );
}
