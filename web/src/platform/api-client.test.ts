// @vitest-environment happy-dom
import type { Envelope } from '@openmere/core/kit/call.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { call, CallRefused, wireSession } from './api-client.ts';

afterEach(() => vi.unstubAllGlobals());

const refused: Envelope = {
  success: false,
  msg: 'Log in first.',
  code: 'notlogin',
  data: { reason: 'request.notlogin', params: {} },
  list: [],
};

/** A server that answers each request when it is told to, and what it was sent. */
function slowServer() {
  const sent: Headers[] = [];
  let answer: (envelope: Envelope) => void = () => undefined;
  vi.stubGlobal('fetch', async (_address: string, init: { headers: Record<string, string> }) => {
    sent.push(new Headers(init.headers));
    return Response.json(await new Promise<Envelope>((resolve) => (answer = resolve)));
  });
  return { sent, answer: (envelope: Envelope) => answer(envelope) };
}

test('behavior: the word notlogin ends the session that asked', async () => {
  const server = slowServer();
  const ended = vi.fn();
  wireSession({ token: () => 'first', ended });
  const asked = call('Users/Info', {});
  server.answer(refused);
  await expect(asked).rejects.toBeInstanceOf(CallRefused);
  expect(ended).toHaveBeenCalledTimes(1);
  expect(server.sent[0]?.get('token')).toBe('first');
});

test('behavior: said late of a session that was left, it does not end the one that acts now', async () => {
  const server = slowServer();
  const ended = vi.fn();
  let token = 'first';
  wireSession({ token: () => token, ended });
  const asked = call('Users/Info', {});
  token = 'second';
  server.answer(refused);
  await expect(asked).rejects.toBeInstanceOf(CallRefused);
  expect(ended).not.toHaveBeenCalled();
});
