import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallResult, Envelope } from '@openmere/core/kit/call.ts';
import { indexOfLocale } from '@openmere/core/kit/language.ts';
import { useSession } from './session.ts';
import { currentLocale } from './texts.ts';

const REQUEST_TIMEOUT_MS = 60_000;

/** The server said no; `message` is in the operator's language, `code` the stable word, `reason` the refusal's own name. */
export class CallRefused extends Error {
  readonly code: string;
  readonly reason: string | undefined;
  /** A puzzle that leads on at once, where others used up the tries. */
  readonly puzzle: string | undefined;

  constructor(envelope: Envelope) {
    super(envelope.msg);
    this.name = 'CallRefused';
    this.code = envelope.code;
    const data = envelope.data as { reason?: string; params?: { puzzle?: string } } | null | undefined;
    this.reason = data?.reason;
    this.puzzle = data?.params?.puzzle;
  }
}

/** Nothing came that could be read. `pressed`: by what an operator did, which may be done all the same. */
export class NoAnswer extends Error {
  readonly pressed: boolean;

  constructor(cause: unknown, pressed = false) {
    super('no answer came', { cause });
    this.name = 'NoAnswer';
    this.pressed = pressed;
  }
}

/** Calls the server with a JSON body and answers what the contract says; `notlogin` ends the session. */
export async function call<P extends CallPath>(path: P, input: InputOf<P>): Promise<CallResult<Calls[P]>> {
  const body = JSON.stringify(input);
  return send(path, { body, headers: { 'content-type': 'application/json' } });
}

/** Sends a file as a call of its own (specification §7: field `upfile`). */
export async function upload<P extends CallPath>(path: P, file: Blob): Promise<CallResult<Calls[P]>> {
  const body = new FormData();
  body.append('upfile', file);
  return send(path, { body, headers: {} });
}

async function send<P extends CallPath>(
  path: P,
  { body, headers }: { body: BodyInit; headers: Record<string, string> },
): Promise<CallResult<Calls[P]>> {
  const { token, end } = useSession.getState();
  const asked: RequestInit = {
    method: 'POST',
    body,
    headers: {
      ...headers,
      Lang: String(indexOfLocale(currentLocale())),
      ...(token ? { Token: token } : {}),
    },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    credentials: 'same-origin',
  };
  const envelope = await fetch(`/${path}`, asked)
    .then((response) => response.json() as Promise<Envelope>)
    .catch((cause: unknown) => {
      throw new NoAnswer(cause);
    });
  if (!envelope.success) {
    // A slow answer to a session that is over by now does not end the next one.
    if (envelope.code === 'notlogin' && useSession.getState().token === token) end();
    throw new CallRefused(envelope);
  }
  return read(envelope) as CallResult<Calls[P]>;
}

/** Every answer carries `list`, an empty one beside data: only no data, or a bare cursor, makes it a page. */
function read({ data, list = [] }: Envelope): unknown {
  if (data === null || data === undefined) return { list };
  const { cursor, ...rest } = data as { cursor?: string };
  return cursor !== undefined && Object.keys(rest).length === 0 ? { list, cursor } : data;
}
