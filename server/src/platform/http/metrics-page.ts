import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { isLoopback } from './limits.ts';

/** `/metrics` for a collector on this machine, or with `Authorization: Bearer <token>` when a token is configured. */
export function serveMetrics(server: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  server.get('/metrics', async (request, reply) => {
    const given = Buffer.from(String(request.headers.authorization ?? ''));
    const expected = Buffer.from(`Bearer ${token ?? ''}`);
    const isKnown =
      token !== undefined && given.length === expected.length && timingSafeEqual(given, expected);
    // Behind a proxy every connection is local: then only the token opens.
    const isLocal = isLoopback(request.clientIp) && request.headers['x-forwarded-for'] === undefined;
    if (!isKnown && !isLocal) return reply.callNotFound();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
