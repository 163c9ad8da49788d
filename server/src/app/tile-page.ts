import type { FastifyInstance } from 'fastify';
import { readTilePosition } from '../place/tiles.ts';
import type { TileReader } from '../place/tiles.ts';
import { tooMany } from '../platform/http/failure.ts';
import { TokenBuckets, addressPrefix } from '../platform/http/limits.ts';
import { FILE_POLICY } from '../platform/http/security-headers.ts';

type Asked = { Params: { z: string; x: string; y: string } };

/** A screen has about twenty tiles; whoever drags the map across a country asks for some hundred. */
const RATE = { perMinute: 600, burst: 240 };

/**
 * Serves `GET /tiles/z/x/y` on the members' origin, so that no browser ever asks the service of tiles itself. Nothing of the address is
 * passed on but three numbers.
 */
export function serveTiles(
  server: FastifyInstance,
  { read, zoomMax, rate = RATE }: { read: TileReader; zoomMax: number; rate?: typeof RATE },
): void {
  const buckets = new TokenBuckets();
  server.get<Asked>('/tiles/:z/:x/:y', async (request, reply) => {
    const place = readTilePosition(request.params, zoomMax);
    if (!place) return reply.callNotFound();
    const waitMs = buckets.take(addressPrefix(request.clientIp), rate);
    if (waitMs > 0) throw tooMany(waitMs);
    const tile = await read(place);
    // No failure: the outlines are seen there.
    if (!tile) return reply.code(204).send();
    return reply
      .headers({
        'content-type': tile.type,
        'content-security-policy': FILE_POLICY,
        'cache-control': 'public, max-age=604800',
      })
      .send(tile.bytes);
  });
}
