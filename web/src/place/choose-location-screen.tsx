import { useState } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { push } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { LocationFacts } from './location-facts.tsx';
import { MapChoice } from './map-choice.tsx';
import type { Geocoded } from './use-place-text.ts';

/** A map to choose a point on; what was chosen can be copied, or looked at by itself. */
export function ChooseLocationScreen() {
  const t = useTexts('place');
  const [chosen, setChosen] = useState<Geocoded>();
  return (
    <Page narrow nav={<BackBar title="place.titleChooseLocation" parent="/pages/mine/mine" />}>
      {chosen ? (
        <>
          <LocationFacts place={chosen} />
          <Button onPress={() => push('/open-location', { location: chosen.location })}>{t('look')}</Button>
          <Button tone="quiet" onPress={() => setChosen(undefined)}>
            {t('another')}
          </Button>
        </>
      ) : (
        <MapChoice onChoose={setChosen} />
      )}
    </Page>
  );
}
