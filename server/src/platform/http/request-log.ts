import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

/**
 * One line and one figure per request. The path is the route's own, never the sender's text; of the parameters only the
 * names are written, and only when they are short plain names; values, tokens and bodies never are (I23).
 */
export function logRequests(server: FastifyInstance, log: Log, metrics: Metrics): void {
  server.addHook('onResponse', async (request, reply) => {
    const call = request.callPath || request.routeOptions.url || '404';
    const word = request.answerCode || String(reply.statusCode);
    metrics.requests.observe({ call, code: word }, reply.elapsedTime / 1000);
    log.info(
      {
        id: request.id,
        call,
        method: request.method,
        status: reply.statusCode,
        // Not `code`: a code by mail has that name, and what has it never reaches a log.
        word,
        reason: request.answerReason || undefined,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.clientIp,
        who: request.callerId || undefined,
        query: queryNames(request.raw.url ?? ''),
      },
      'request',
    );
  });
}

const NAMES_MAX = 20;

function queryNames(url: string): string[] | undefined {
  const at = url.indexOf('?');
  if (at < 0) return undefined;
  return (
    url
      .slice(at + 1)
      .split('&', NAMES_MAX)
      .map((part) => part.split('=', 1)[0] ?? '')
      // A long or odd name could be a value in the wrong place.
      .map((name) => (/^[A-Za-z]{1,16}$/.test(name) ? name : '?'))
  );
}
