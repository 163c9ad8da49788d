import { allCalls, type CallPath, type Calls, type InputOf } from '@openmere/core/calls.ts';
import type { CallResult, Envelope } from '@openmere/core/kit/call.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { parseLocation } from '../platform/location.ts';
import { loadTexts, switchLocale } from '../platform/i18n.ts';
import { queryClient } from '../platform/query.ts';
import { useSessionStore } from '../platform/session.ts';
import { preloadOverlays } from '../ui/sheet.tsx';
import { findRoute } from './routes.ts';

// Waiting ends as soon as the thing is there; the bound is for a machine that has much else to do.
configure({ asyncUtilTimeout: 5000 });

/** The server's no, as an answer of the stage: code of the contract and the text that the member reads. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** An answer that does not come. */
export const unanswered = new Promise<never>(() => undefined);

type Result<P extends CallPath> = CallResult<Calls[P]>;
type Answer<P extends CallPath> = Result<P> | ((input: InputOf<P>) => Result<P> | Promise<Result<P>>);
export type Answers = { [P in CallPath]?: Answer<P> };

type AskRpc = (method: string, params: readonly unknown[]) => unknown;
export type Asked = { path: string; input: unknown };

const callsByPath = new Map(allCalls.map((call) => [call.path, call]));

function pageOf(result: { list: unknown[]; cursor?: string }, parse: (row: unknown) => unknown): Envelope {
  const { cursor } = result;
  const data = cursor === undefined ? null : { cursor };
  return { success: true, msg: '', code: '', data, list: result.list.map(parse) };
}

/** The envelope of one call; input and answer are held against the contract, so that no test rests on a wrong shape. */
async function answerOf(path: string, input: unknown, answers: Answers): Promise<Envelope> {
  const contract = callsByPath.get(path);
  if (!contract) throw new Error(`the contract has no ${path}`);
  contract.input.parse(input);
  const answer = answers[path as CallPath];
  if (answer === undefined) throw new Error(`the stage has no answer for ${path}`);
  try {
    const result: unknown =
      typeof answer === 'function' ? await (answer as (input: unknown) => unknown)(input) : answer;
    if (contract.answer === 'list')
      return pageOf(result as { list: unknown[] }, (row) => contract.output.parse(row));
    return { success: true, msg: '', code: '', data: contract.output.parse(result), list: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const data = { reason: error.code, params: {} };
    return { success: false, msg: error.message, code: error.code, data, list: [] };
  }
}

function stubServer(answers: Answers, rpc: AskRpc): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, init: { body: string }) => {
    const path = address.slice(1);
    const input: unknown = JSON.parse(init.body);
    if (path === 'rpc') {
      const { method, params } = input as { method: string; params: unknown[] };
      return Response.json({ result: await rpc(method, params) });
    }
    asked.push({ path, input });
    return Response.json(await answerOf(path, input, answers));
  });
  return asked;
}

type Stage = {
  /** Calls that were made, in order. */
  asked: Asked[];
};

/** `isWide`: a desktop, where there are two columns; a phone otherwise. */
type Options = { rpc?: AskRpc; locale?: Locale; isWide?: boolean };

function setViewport(isWide: boolean): void {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport(size: { width: number; height: number }): void };
  };
  happyDOM.setViewport(isWide ? { width: 1280, height: 800 } : { width: 390, height: 844 });
}

/**
 * Opens a place of the app as its route row has it: with the texts and the screen of the row, for a logged-in member, on a
 * server that answers by the contract. Everything is put away after the test.
 */
export async function openScreen(place: string, answers: Answers, options: Options = {}): Promise<Stage> {
  const row = findRoute(parseLocation(place).path);
  if (!row) throw new Error(`no screen at ${place}`);
  setViewport(options.isWide === true);
  const asked = stubServer(answers, options.rpc ?? (() => unanswered));
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  useSessionStore.setState({ token: 'token-of-the-stage' });
  history.replaceState(null, '', `#${place}`);
  await switchLocale(options.locale ?? 'en');
  await loadTexts(['app', 'error:kit', ...row.texts]);
  const [Screen] = await Promise.all([row.screen(), preloadOverlays()]);
  onTestFinished(() => {
    cleanup();
    queryClient.clear();
    localStorage.clear();
    vi.unstubAllGlobals();
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  );
  return { asked };
}

/** A public key as the server publishes it, so that secrets are really sealed on the stage. */
export async function sealingKey(): Promise<{ idx: string; val: string }> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return { idx: 'crypto.jwk', val: JSON.stringify({ ...jwk, kid: 'stage' }) };
}
