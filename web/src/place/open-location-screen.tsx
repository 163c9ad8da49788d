import { parseLocation } from '@openmere/core/place/rules.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { useLocation } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { LocationFacts } from './location-facts.tsx';
import { MapView } from './map-view.tsx';
import { mapsLink, opensGeoLinks } from './maps-link.ts';
import { usePlace } from './use-place-text.ts';

/** One place on the map (`location`: latitude,longitude), and the way into a maps app. */
export function OpenLocationScreen() {
  const t = useTexts('place');
  const location = parseLocation(useLocation().query['location'] ?? '');
  const { place, text, query } = usePlace(location);
  return (
    <Page narrow nav={<BackBar title="place.titleOpenLocation" parent="/pages/mine/mine" />}>
      {location ? (
        <Stack>
          <MapView location={location} />
          {text !== undefined && <p>{text}</p>}
          {place && <LocationFacts place={place} />}
          {query.isError && <CallFailed query={query} />}
          <p>
            <TextLink href={mapsLink(location, opensGeoLinks())}>{t('openApp')}</TextLink>
          </p>
          <p>{t('openAppNote')}</p>
        </Stack>
      ) : (
        <EmptyState
          title={t('noLocation')}
          action={<Button href="#/choose-location">{t('titleChooseLocation')}</Button>}
        />
      )}
    </Page>
  );
}
