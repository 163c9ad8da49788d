import * as calls from '@openmere/core/place/contract.ts';
import { serve } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { findPlaces, geocode } from './geocode.ts';
import type { PlaceDeps } from './geocode.ts';

export function placeRoutes(api: Api, deps: PlaceDeps): void {
  serve(api, calls.geocode, geocode, deps);
  serve(api, calls.places, findPlaces, deps);
}
