import { Suspense } from 'react';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { WaitingCard } from '../parts/waiting.tsx';
import { loadTexts, useTexts } from '../platform/i18n.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import type { Geocoded } from './use-place-text.ts';

const MapChoice = lazyPart(
  () => import('./map-choice.tsx').then((m) => m.MapChoice),
  () => loadTexts(['place']),
);

/** The map over a form: what is chosen goes back into it. */
export function MapSheet(props: { open: boolean; onClose: () => void; onChoose: (place: Geocoded) => void }) {
  const t = useTexts('address');
  return (
    <ClosableSheet open={props.open} onClose={props.onClose} title={t('onMap')}>
      <Suspense fallback={<WaitingCard />}>
        <MapChoice onChoose={props.onChoose} />
      </Suspense>
    </ClosableSheet>
  );
}
