import type { FastifyReply, FastifyRequest } from 'fastify';
import { POLICY_REPORTS_PATH } from './policy-reports.ts';

export type HeaderOptions = {
  /** The public origin; https switches HSTS on. */
  origin: string;
  /** The operators' console uses a component library that writes its own style elements. */
  inlineStyles: boolean;
};

const YEAR_SECONDS = 31_536_000;

/**
 * Headers of every response, whatever its kind (T30, threats.md §1). Scripts only from our own origin; WebAssembly is
 * needed by the in-app wallet's key derivation.
 */
export function securityHeaders(options: HeaderOptions): Readonly<Record<string, string>> {
  const host = new URL(options.origin).host;
  const socket = `${options.origin.startsWith('https:') ? 'wss' : 'ws'}://${host}`;
  const policy = [
    `default-src 'self'`,
    `script-src 'self' 'wasm-unsafe-eval'`,
    `style-src 'self'${options.inlineStyles ? ` 'unsafe-inline'` : ''}`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self' ${socket}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `frame-src 'none'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `report-uri ${POLICY_REPORTS_PATH}`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy':
      'camera=(self), clipboard-read=(self), geolocation=(self), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-permitted-cross-domain-policies': 'none',
    // Answers carry what only their asker may read; files say otherwise themselves.
    'cache-control': 'no-store',
    ...(options.origin.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
      : {}),
  };
}

/** Policy for pictures that members uploaded: nothing in them ever runs. */
export const FILE_POLICY = `default-src 'none'; sandbox; frame-ancestors 'none'`;

/** Puts the headers on before anything else happens, so that refusals and errors have them, too. */
export function headerHook(options: HeaderOptions) {
  const headers = securityHeaders(options);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
  };
}

/** What the raw socket hears when a request is no HTTP at all; Fastify's hooks never see it. */
export function rawRefusal(status: string, options: HeaderOptions): string {
  const body = JSON.stringify({ success: false, msg: '', data: null, list: [], code: 'invalid' });
  const lines = Object.entries({
    ...securityHeaders(options),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
