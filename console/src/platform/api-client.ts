import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallResult, Envelope, Page } from '@openmere/core/kit/call.ts';
import { indexOfLocale } from '@openmere/core/kit/language.ts';
import { currentLocale } from './texts.ts';
import { useSession } from './session.ts';

const requestTimeoutMs = 60_000;

/** The server said no; `message` is in the operator's language, `code` the stable word. */
export class CallRefused extends Error {
  readonly code: string;

  constructor(envelope: Envelope) {
    super(envelope.msg);
    this.name = 'CallRefused';
    this.code = envelope.code;
  }
}

/** Calls the server with a JSON body and answers what the contract says; `notlogin` ends the session. */
export async function call<P extends CallPath>(path: P, input: InputOf<P>): Promise<CallResult<Calls[P]>> {
  const { token, end } = useSession.getState();
  const response = await fetch(`/${path}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: {
      'content-type': 'application/json',
      Lang: String(indexOfLocale(currentLocale())),
      ...(token ? { Token: token } : {}),
    },
    signal: AbortSignal.timeout(requestTimeoutMs),
    credentials: 'same-origin',
  });
  const envelope = (await response.json()) as Envelope;
  if (!envelope.success) {
    if (envelope.code === 'notlogin') end();
    throw new CallRefused(envelope);
  }
  if (!envelope.list) return envelope.data as CallResult<Calls[P]>;
  const cursor = (envelope.data as { cursor?: string } | undefined)?.cursor;
  const page: Page<unknown> =
    cursor === undefined ? { list: envelope.list } : { list: envelope.list, cursor };
  return page as CallResult<Calls[P]>;
}
