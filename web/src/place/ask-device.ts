import type { Location } from '@openmere/core/place/rules.ts';

const PATIENCE_MS = 15_000;

/** Where this device is. The browser asks its owner first; undefined when they say no, or it does not know. */
export function askDevice(): Promise<Location | undefined> {
  return new Promise((resolve) => {
    const { geolocation } = navigator as { geolocation?: Geolocation };
    if (!geolocation) {
      resolve(undefined);
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      () => resolve(undefined),
      { timeout: PATIENCE_MS, maximumAge: 60_000 },
    );
  });
}
