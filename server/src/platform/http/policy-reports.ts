import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Metrics } from '../metrics.ts';
import { tooMany } from './failure.ts';
import { TokenBuckets, addressPrefix } from './limits.ts';

export const POLICY_REPORTS_PATH = '/policy-reports';

/** A report repeats the whole policy and where in a script it happened. */
const BYTES_MAX = 16 * 1024;
/** A page that one extension of a browser changes everywhere reports each place once. */
const RATE = { perMinute: 20, burst: 20 };
/** Whatever a sender calls by another name is counted as `other`: figures have no names of strangers. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'worker-src',
  'manifest-src',
  'media-src',
  'frame-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
]);

/** Of all that a browser tells, addresses and pieces of scripts among it, only which directive was broken. */
const report = z.object({
  'csp-report': z.union([
    z.object({ 'effective-directive': z.string() }).transform((told) => told['effective-directive']),
    z.object({ 'violated-directive': z.string() }).transform((told) => told['violated-directive']),
  ]),
});

/**
 * Counts what browsers report of our pages' policy (security-headers.ts): a script that got in and did not run is noticed. Anybody can send
 * such a report, so the figure says where to look and proves nothing.
 */
export async function servePolicyReports(server: FastifyInstance, metrics: Metrics): Promise<void> {
  const buckets = new TokenBuckets();
  await server.register(async (reports) => {
    reports.addContentTypeParser(
      'application/csp-report',
      { parseAs: 'string' },
      reports.getDefaultJsonParser('error', 'error'),
    );
    reports.post(POLICY_REPORTS_PATH, { bodyLimit: BYTES_MAX }, async (request, reply) => {
      const waitMs = buckets.take(addressPrefix(request.clientIp), RATE);
      if (waitMs > 0) throw tooMany(waitMs);
      const told = report.safeParse(request.body);
      if (!told.success) throw new Refusal('request.invalid', { field: 'csp-report' });
      const [directive = ''] = told.data['csp-report'].split(' ', 1);
      metrics.policyViolations.inc({ directive: DIRECTIVES.has(directive) ? directive : 'other' });
      return reply.code(204).send();
    });
  });
}
