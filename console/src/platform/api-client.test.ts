// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { call } from './api-client.ts';
import { useSession } from './session.ts';
import { holdAnswers, serveTest, TestRefusal } from './test-server.ts';

afterEach(() => {
  useSession.getState().end();
  vi.unstubAllGlobals();
});

function serveEnded(): void {
  serveTest({
    'Admin/Queues': () => {
      throw new TestRefusal('notlogin', 'Log in, please.', 'notlogin');
    },
  });
}

test('refuses: a slow answer to a session that is over to end the one that was begun after it', async () => {
  serveEnded();
  const answer = holdAnswers();
  useSession.getState().start('first');
  const slow = call('Admin/Queues', {}).catch(() => undefined);
  useSession.getState().end();
  useSession.getState().start('second');
  answer();
  await slow;
  expect(useSession.getState().token).toBe('second');
});

test('behavior: the session that the server does not know any more ends', async () => {
  serveEnded();
  useSession.getState().start('first');
  await call('Admin/Queues', {}).catch(() => undefined);
  expect(useSession.getState().token).toBeUndefined();
});
