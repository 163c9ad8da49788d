import type { CallPath, InputOf } from '@openmere/core/calls.ts';
import { allCalls } from '@openmere/core/calls.ts';
import type { Calls } from '@openmere/core/calls.ts';
import type { CallResult, Envelope } from '@openmere/core/kit/call.ts';
import { vi } from 'vitest';

type Answers = { [P in CallPath]?: (input: InputOf<P>) => CallResult<Calls[P]> };
export type Asked = { path: string; input: Record<string, unknown>; token: string | null };

/** A business no of the test server, as the real one words it. */
export class TestRefusal extends Error {
  readonly reason: string;
  readonly code: string;

  constructor(reason: string, message: string, code = 'invalid') {
    super(message);
    this.reason = reason;
    this.code = code;
  }
}

function envelopeOf(result: unknown): Envelope {
  const done = { success: true, msg: '', code: 'ok' };
  if (typeof result !== 'object' || result === null || !('list' in result)) {
    return { ...done, data: result ?? null, list: [] };
  }
  const { list, cursor } = result as { list: unknown[]; cursor?: string };
  return { ...done, data: cursor === undefined ? null : { cursor }, list };
}

function answer(answers: Answers, path: string, input: Record<string, unknown>): Envelope {
  // As strict as the real one: a parameter that the contract does not name is refused.
  const parsed = allCalls.find((one) => one.path === path)?.input.safeParse(input);
  if (parsed?.success !== true) throw new TypeError(`${path} refuses ${JSON.stringify(input)}`);
  const give = answers[path as CallPath] as ((input: unknown) => unknown) | undefined;
  if (!give) throw new TypeError(`nobody answers ${path}`);
  try {
    return envelopeOf(give(input));
  } catch (refusal) {
    if (!(refusal instanceof TestRefusal)) throw refusal;
    const { reason, code, message } = refusal;
    return { success: false, msg: message, code, data: { reason, params: {} }, list: [] };
  }
}

/** Answers `fetch` with what the contract promises, in the server's envelope; gives the calls that were asked. */
export function serveTest(answers: Answers): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal(
    'fetch',
    async (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
      const path = url.slice(1);
      const input = JSON.parse(body) as Record<string, unknown>;
      asked.push({ path, input, token: headers['Token'] ?? null });
      return Response.json(answer(answers, path, input));
    },
  );
  return asked;
}

/** Keeps every answer back until the function that it gives is called. */
export function holdAnswers(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const serve = fetch;
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    await promise;
    return serve(...asked);
  });
  return resolve;
}
