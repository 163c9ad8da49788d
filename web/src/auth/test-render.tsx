import type { CallPath, Calls, InputOf, OutputOf } from '@openmere/core/calls.ts';
import type { CallResult, Envelope } from '@openmere/core/kit/call.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { vi } from 'vitest';
import { wireSession } from '../platform/api-client.ts';
import { loadTexts, switchLocale } from '../platform/i18n.ts';
import { queryClient } from '../platform/query.ts';
import { currentToken, useSessionStore } from '../platform/session.ts';

// Waiting ends as soon as the thing is there; the bound is for a machine that has much else to do.
configure({ asyncUtilTimeout: 5000 });

/** The server as the typed contract writes it: what each call answers. */
export type Answers = {
  [P in CallPath]?: (input: InputOf<P>) => CallResult<Calls[P]> | Promise<CallResult<Calls[P]>>;
};

/** A refused answer; `reason` is the exact refusal. */
export class Refused extends Error {
  readonly envelope: Envelope;
  constructor(reason: string, code: string, msg: string, params: Record<string, string | number> = {}) {
    super(reason);
    this.envelope = {
      success: false,
      msg,
      code: code as Envelope['code'],
      data: { reason, params },
      list: [],
    };
  }
}

export const never = (): Promise<never> => new Promise(() => undefined);

const groups = [
  'app',
  'auth',
  'guard',
  'home',
  'member',
  'account',
  'agreement',
  'asset',
  'pay',
  'password',
  'register',
  'feed',
  'setup',
  'wallet',
];
const errors = ['error:kit', 'error:auth', 'error:member', 'error:setting'];

export const config = [
  { idx: 'chain.id', val: '31337' },
  { idx: 'chain.contracts', val: '{}' },
  { idx: 'geo.barred', val: 'CN,US' },
  { idx: 'password.min', val: '6' },
  { idx: 'paypassword.lockHours', val: '24' },
  { idx: 'agreement.versions', val: 'user-1,privacy-1,risk-1' },
];

export const memberInfo: OutputOf<'Users/Info'> = {
  userid: 'mem_1',
  username: null,
  nickname: 'Heron',
  avatar: '',
  email: 'heron@example.org',
  phone: '',
  country: 'DE',
  useraddress: '0x00000000000000000000000000000000000000aa',
  invitationcode: 'ZA5KZD',
  inviter: { nickname: 'O***e', invitationcode: '6MVGA1', useraddress: null },
  activated: false,
  activation: 'none',
  viplevel: 0,
  userlevel: 'registered',
  registeredat: '2026-11-01T10:00:00.000Z',
  haspassword: true,
  haspaypassword: true,
  lockeduntil: null,
  frozen: false,
  mailboxproveduntil: null,
  agreementsdue: '',
  exitonly: false,
  antiphishing: '',
};

const always: Answers = {
  'Ctrls/GetConfig': () => ({ list: config }),
  'Ctrls/gettime': () => ({ time: Date.now(), zone: 'UTC' }),
};

function envelopeOf(result: unknown): Envelope {
  const page = result as { list?: unknown[]; cursor?: string } | undefined;
  const done = { success: true, msg: '', code: 'ok' } as const;
  return page?.list ? { ...done, data: null, list: page.list } : { ...done, data: result ?? null, list: [] };
}

export type Asked = { path: string; input: Record<string, unknown> };

/**
 * Renders a screen as the app would: its address, who is logged in, what the server answers. Gives back every call that was made.
 * A call without an answer fails the test by its name.
 */
export async function renderScreen(
  Screen: ComponentType,
  { path = '/', token, answers = {} }: { path?: string; token?: string; answers?: Answers },
): Promise<Asked[]> {
  cleanup();
  queryClient.clear();
  const asked: Asked[] = [];
  const all: Record<string, ((input: never) => unknown) | undefined> = { ...always, ...answers };
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    const input = JSON.parse(init.body) as Record<string, unknown>;
    const called = url.slice(1);
    asked.push({ path: called, input });
    const answer = all[called];
    if (!answer) throw new Error(`the test has no answer for ${called}`);
    try {
      return new Response(JSON.stringify(envelopeOf(await answer(input as never))));
    } catch (error) {
      if (error instanceof Refused) return new Response(JSON.stringify(error.envelope));
      throw error;
    }
  });
  wireSession({ token: currentToken, ended: () => useSessionStore.getState().end('notlogin') });
  localStorage.removeItem('openmere.wantedPath');
  if (token === undefined) useSessionStore.setState({ token: undefined });
  else useSessionStore.setState({ token, ended: undefined });
  history.replaceState({ depth: 0 }, '', `#${path}`);
  await loadTexts([...groups, ...errors], 'en');
  await switchLocale('en');
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  );
  return asked;
}
