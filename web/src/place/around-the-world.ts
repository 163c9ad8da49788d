import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';

const TURN = 360;
/** A step of more than half around the world is one across the date line. */
const HALF_TURN = 180;

/** A ring without jumps: what crosses the date line goes on beyond 180 degrees. */
export function unwrapRing(ring: readonly Position[]): Position[] {
  let turns = 0;
  let last: number | undefined;
  return ring.map(([longitude = 0, latitude = 0]) => {
    if (last !== undefined && longitude - last > HALF_TURN) turns -= TURN;
    if (last !== undefined && longitude - last < -HALF_TURN) turns += TURN;
    last = longitude;
    return [longitude + turns, latitude];
  });
}

function polygonsOf(geometry: Geometry): readonly Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/**
 * The same outlines for a flat map: no line from one edge to the other where a country lies on both sides of the date line, and the
 * world once more on either side, so that its edge is never seen.
 */
export function aroundTheWorld(world: FeatureCollection): FeatureCollection {
  const flat = world.features.map((one) => polygonsOf(one.geometry).map((rings) => rings.map(unwrapRing)));
  const shifted = (by: number): Feature[] =>
    flat.map((polygons) => ({
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'MultiPolygon',
        coordinates: polygons.map((rings) =>
          rings.map((ring) => ring.map(([longitude = 0, latitude = 0]) => [longitude + by, latitude])),
        ),
      },
    }));
  return { type: 'FeatureCollection', features: [-TURN, 0, TURN].flatMap(shifted) };
}
