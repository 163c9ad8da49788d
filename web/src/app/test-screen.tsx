import { allCalls } from '@openmere/core/calls.ts';
import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import { wireWordOf } from '@openmere/core/errors.ts';
import type { CallResult, Envelope } from '@openmere/core/kit/call.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { onTestFinished, vi } from 'vitest';
import { wireSession } from '../platform/api-client.ts';
import { loadTexts, switchLocale } from '../platform/i18n.ts';
import { parseLocation } from '../platform/location.ts';
import { queryClient } from '../platform/query.ts';
import { currentToken, useSessionStore } from '../platform/session.ts';
import { preloadOverlays } from '../ui/sheet.tsx';
import type { Route } from './route.ts';
import { fetchRoute } from './routes.ts';

// Waiting ends as soon as the thing is there; the bound is for a machine that has much else to do.
configure({ asyncUtilTimeout: 5000 });

/** The server's no: the exact refusal, the text that the member reads, and its figures. */
export class Refused extends Error {
  readonly reason: string;
  readonly params: Record<string, string | number>;

  constructor(reason: string, message: string, params: Record<string, string | number> = {}) {
    super(message);
    this.reason = reason;
    this.params = params;
  }
}

/** The node's no to a call that reverts. */
export class Reverted extends Error {
  readonly data: string;

  constructor(data: string) {
    super('execution reverted');
    this.data = data;
  }
}

/** An answer that does not come. */
export const unanswered = new Promise<never>(() => undefined);

type Result<P extends CallPath> = CallResult<Calls[P]>;
type Answer<P extends CallPath> = Result<P> | ((input: InputOf<P>) => Result<P> | Promise<Result<P>>);
export type Answers = { [P in CallPath]?: Answer<P> };

type AskRpc = (method: string, params: readonly unknown[]) => unknown;
export type Asked = { path: string; input: Record<string, unknown> };

const callsByPath = new Map(allCalls.map((call) => [call.path, call]));

type Listed = { list: unknown[]; cursor?: string; total?: number };

function pageOf(result: Listed, parse: (row: unknown) => unknown): Envelope {
  const { list, cursor } = result;
  const total = result.total ?? (cursor === undefined ? list.length : undefined);
  const data = cursor === undefined ? null : { cursor };
  const counted = total === undefined ? {} : { total };
  return { success: true, msg: '', code: '', data, list: list.map(parse), ...counted };
}

/** The envelope of one call; input and answer are held against the contract, so that no test rests on a wrong shape. */
async function answerOf(path: string, input: unknown, answers: Answers): Promise<Envelope> {
  const contract = callsByPath.get(path);
  if (!contract) throw new Error(`the contract has no ${path}`);
  contract.input.parse(input);
  const answer = answers[path as CallPath];
  if (answer === undefined) throw new Error(`the test has no answer for ${path}`);
  try {
    const result: unknown =
      typeof answer === 'function' ? await (answer as (input: unknown) => unknown)(input) : answer;
    if (contract.answer === 'list') return pageOf(result as Listed, (row) => contract.output.parse(row));
    return { success: true, msg: '', code: '', data: contract.output.parse(result), list: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { reason, params, message } = error;
    return { success: false, msg: message, code: wireWordOf(reason), data: { reason, params }, list: [] };
  }
}

function stubServer(answers: Answers, rpc: AskRpc): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, init: { body: string }) => {
    const path = address.slice(1);
    const input = JSON.parse(init.body) as Record<string, unknown>;
    if (path === 'rpc') {
      const { method, params } = input as { method: string; params: unknown[] };
      try {
        return Response.json({ result: await rpc(method, params) });
      } catch (error) {
        if (!(error instanceof Reverted)) throw error;
        const { message, data } = error;
        return Response.json({ error: { code: 3, message, data } });
      }
    }
    asked.push({ path, input });
    return Response.json(await answerOf(path, input, answers));
  });
  return asked;
}

/** From now on the chain's node refuses every question. @returns what ends that. */
export function refuseChain(): () => void {
  const stage = fetch;
  vi.stubGlobal('fetch', (address: string, init: { body: string }) =>
    address === '/rpc'
      ? Promise.resolve(Response.json({ error: { code: -32603, message: 'away' } }))
      : stage(address, init),
  );
  return () => vi.stubGlobal('fetch', stage);
}

/** What the server publishes, where a test says nothing else. */
export const config = [
  { idx: 'chain.id', val: '31337' },
  { idx: 'chain.contracts', val: '{}' },
  { idx: 'geo.barred', val: 'CN,US' },
  { idx: 'password.min', val: '6' },
  { idx: 'paypassword.lockHours', val: '24' },
  { idx: 'agreement.versions', val: 'user-1,privacy-1,risk-1' },
];

const always: Answers = {
  'Ctrls/GetConfig': { list: config },
  'Ctrls/gettime': () => ({ time: Date.now(), zone: 'UTC', business: Date.now() }),
};

type Options = {
  rpc?: AskRpc;
  locale?: Locale;
  /** A desktop, where there are two columns; a phone otherwise. */
  isWide?: boolean;
  /** Nobody is logged in. */
  visitor?: boolean;
  /** In place of the row's screen: a part that stands on every page, with the texts that it needs. */
  screen?: ComponentType;
  texts?: Route['texts'];
};

function setViewport(isWide: boolean): void {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport(size: { width: number; height: number }): void };
  };
  happyDOM.setViewport(isWide ? { width: 1280, height: 800 } : { width: 390, height: 844 });
}

function putAway(): void {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
}

/**
 * Opens a location of the app as its route row has it: with the texts and the screen of the row, for a logged-in member, on a
 * server that answers by the contract. Gives back the calls that were made, in order. Everything is put away after the test.
 */
export async function openScreen(
  location: string,
  answers: Answers,
  {
    rpc = () => unanswered,
    locale = 'en',
    isWide = false,
    visitor = false,
    screen,
    texts = [],
  }: Options = {},
): Promise<{ asked: Asked[] }> {
  const row = await fetchRoute(parseLocation(location).path);
  if (!row) throw new Error(`no screen at ${location}`);
  cleanup();
  setViewport(isWide);
  const asked = stubServer({ ...always, ...answers }, rpc);
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  wireSession({ token: currentToken, ended: () => useSessionStore.getState().end('notlogin') });
  if (visitor) useSessionStore.setState({ token: undefined });
  else useSessionStore.setState({ token: 'token-of-the-test', ended: undefined });
  history.replaceState(null, '', `#${location}`);
  await switchLocale(locale);
  await loadTexts(['app', 'error:kit', ...row.texts, ...texts]);
  const [Screen] = await Promise.all([screen ?? row.screen(), preloadOverlays()]);
  onTestFinished(putAway);
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  );
  return { asked };
}

/** A public key as the server publishes it, so that secrets are really sealed. */
export async function sealingKey(): Promise<{ idx: string; val: string }> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return { idx: 'crypto.jwk', val: JSON.stringify({ ...jwk, kid: 'test' }) };
}
