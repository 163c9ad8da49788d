import { whole, words } from './define.ts';

/** What the api knows of its map tiles and no table keeps: GetConfig answers it, too. */
export const TILE_ZOOM_LIMIT = 22;
/** How close the tiles at `/tiles/{z}/{x}/{y}` go; 0 where there are none, and the outlines of the world are the map. */
export const tilesZoomMax = whole('tiles.zoomMax', '0', ['0', String(TILE_ZOOM_LIMIT)]);
/** Whose work the tiles are: shown below each map that has them. */
export const tilesCredit = words('tiles.credit', '');
