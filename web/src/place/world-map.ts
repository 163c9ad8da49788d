import type { Location } from '@openmere/core/place/rules.ts';
import { divIcon, geoJSON, map as openMap, marker as makeMarker, tileLayer } from 'leaflet';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import worldUrl from 'world-atlas/countries-110m.json?url';
import { aroundTheWorld } from './around-the-world.ts';
import css from './world-map.module.css';

/** Degrees of the outlines are no finer than this is worth. */
const ZOOM_MAX = 13;
const ZOOM_NEAR = 6;
/** Streets are on tiles. */
const ZOOM_STREETS = 14;
/** Pixels that one press of an arrow moves the marker; with Shift many. */
const STEP = 8;
const STEP_LARGE = 64;
const UNCHOSEN_OPACITY = 0.5;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

type WorldTopology = Topology<{ countries: GeometryCollection }>;

async function fetchWorld(): Promise<ReturnType<typeof geoJSON>> {
  const response = await fetch(worldUrl);
  const world = (await response.json()) as WorldTopology;
  return geoJSON(aroundTheWorld(feature(world, world.objects.countries)), {
    interactive: false,
    style: () => ({ className: css.land ?? '' }),
  });
}

export type WorldMap = {
  show(location: Location): void;
  zoomBy(steps: number): void;
  close(): void;
};

type Options = {
  location: Location | undefined;
  /** What the marker is, for screen readers. */
  markerLabel: string;
  /** Undefined: the marker stays where it is. */
  onMove: ((location: Location) => void) | undefined;
  /** How close the tiles of our own server go; 0: there are none. */
  tilesZoomMax: number;
};

function makeIcon() {
  const pin = document.createElement('span');
  pin.className = css.pin ?? '';
  return divIcon({ html: pin, className: css.marker ?? '', iconSize: [44, 44], iconAnchor: [22, 40] });
}

/** The world in outlines, drawn on this device, and over them the tiles where our server has some: no other server is asked. */
export async function openWorldMap(element: HTMLElement, options: Options): Promise<WorldMap> {
  const { location, markerLabel, onMove, tilesZoomMax } = options;
  const world = await fetchWorld();
  const map = openMap(element, {
    zoomControl: false,
    attributionControl: false,
    maxZoom: Math.max(ZOOM_MAX, tilesZoomMax),
    minZoom: 0,
    keyboard: false,
    zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    worldCopyJump: true,
  });
  world.addTo(map);
  const zoomNear = tilesZoomMax > 0 ? Math.min(ZOOM_STREETS, tilesZoomMax) : ZOOM_NEAR;
  if (tilesZoomMax > 0) {
    // They lie over the outlines, which are seen where a tile does not come.
    tileLayer('/tiles/{z}/{x}/{y}', { maxNativeZoom: tilesZoomMax, maxZoom: map.getMaxZoom() }).addTo(map);
  }
  map.setView([location?.latitude ?? 20, location?.longitude ?? 60], location ? zoomNear : 1);
  const marker = makeMarker([location?.latitude ?? 20, location?.longitude ?? 60], {
    draggable: onMove !== undefined,
    keyboard: true,
    icon: makeIcon(),
    // Pale as long as nothing is chosen.
    opacity: location ? 1 : UNCHOSEN_OPACITY,
    title: markerLabel,
    alt: markerLabel,
  }).addTo(map);

  function moveTo(latitude: number, longitude: number): void {
    marker.setLatLng([Math.max(-85, Math.min(85, latitude)), longitude]).setOpacity(1);
    const { lat, lng } = marker.getLatLng().wrap();
    onMove?.({ latitude: lat, longitude: lng });
  }

  if (onMove) {
    map.on('click', ({ latlng }) => moveTo(latlng.lat, latlng.lng));
    marker.on('dragend', () => moveTo(marker.getLatLng().lat, marker.getLatLng().lng));
    marker.getElement()?.addEventListener('keydown', (event) => {
      const arrow = arrows[event.key];
      if (!arrow) return;
      event.preventDefault();
      event.stopPropagation();
      const step = event.shiftKey ? STEP_LARGE : STEP;
      const from = map.latLngToContainerPoint(marker.getLatLng());
      const to = map.containerPointToLatLng(from.add([arrow[0] * step, arrow[1] * step]));
      moveTo(to.lat, to.lng);
      map.panInside(marker.getLatLng(), { padding: [48, 48], animate: false });
    });
  }
  const sized = new ResizeObserver(() => map.invalidateSize());
  sized.observe(element);
  return {
    show({ latitude, longitude }) {
      map.setView([latitude, longitude], Math.max(map.getZoom(), zoomNear));
      marker.setLatLng([latitude, longitude]).setOpacity(1);
    },
    zoomBy: (steps) => void map.setZoom(map.getZoom() + steps),
    close() {
      sized.disconnect();
      map.remove();
    },
  };
}
