import type { CallPath, InputOf, Calls } from '@openmere/core/calls.ts';
import type { CallResult, Envelope, Page, RefusalData } from '@openmere/core/kit/call.ts';
import { json, post, takeEarly } from './early-asked.ts';
import { currentLocale } from './i18n.ts';

/** The server said no: `code` is the stable word, `reason` the exact refusal, `message` is in the member's language. */
export class CallRefused extends Error {
  readonly code: string;
  readonly reason: string;
  readonly params: Record<string, string | number>;
  readonly field: string | undefined;

  constructor(envelope: Envelope) {
    super(envelope.msg);
    this.name = 'CallRefused';
    const data = envelope.data as Partial<RefusalData> | undefined;
    this.code = envelope.code;
    this.reason = data?.reason ?? envelope.code;
    this.params = data?.params ?? {};
    this.field = data?.field;
  }
}

/** The server could not be reached or did not answer in time; trying again may help. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('unreachable', { cause });
    this.name = 'Unreachable';
  }
}

const FAILED_MAX = 15;
/** The last calls that failed, the newest first: when, which and why, never with what. Members may let them go along with a request. */
export const failedCalls: string[] = [];

function noteFailed(path: string, reason: string): void {
  failedCalls.unshift(`${new Date().toISOString()} ${path} ${reason}`);
  failedCalls.splice(FAILED_MAX);
}

type Session = { token(): string | undefined; ended(): void };
let session: Session = { token: () => undefined, ended: () => undefined };

/** Wired once by the app: where the token is kept, and what to do when the server says `notlogin`. */
export function wireSession(wired: Session): void {
  session = wired;
}

type Options = { signal?: AbortSignal };

/** Calls the server with a JSON body (secrets never travel in addresses) and answers what the contract says. */
export async function call<P extends CallPath>(
  path: P,
  input: InputOf<P>,
  options: Options = {},
): Promise<CallResult<Calls[P]>> {
  const body = JSON.stringify(input);
  return (await send(path, body, json, options)) as CallResult<Calls[P]>;
}

/** Uploads one picture in field `upfile`. */
export function uploadPicture(file: Blob): Promise<CallResult<Calls['Ctrls/Upload']>> {
  return uploadFile('Ctrls/Upload', file);
}

/** Calls that take a file. */
type UploadPath =
  | 'Ctrls/Upload'
  | 'Users/ShopLicence'
  | 'Users/IdentityPicture'
  | 'Goods/ShopGoodsImport'
  | 'Wallet/FiatProof';

/** Uploads one file in field `upfile`; parameters stand in the query. */
export async function uploadFile<P extends UploadPath>(
  path: P,
  file: Blob,
  parameters: Record<string, string> = {},
): Promise<CallResult<Calls[P]>> {
  const form = new FormData();
  form.set('upfile', file);
  const query = new URLSearchParams(parameters).toString();
  return (await send(query === '' ? path : `${path}?${query}`, form, {}, {})) as CallResult<Calls[P]>;
}

async function send(
  path: string,
  body: BodyInit,
  headers: Record<string, string>,
  options: Options,
): Promise<unknown> {
  const token = session.token();
  let envelope: Envelope;
  try {
    const response = await (takeEarly(path, body, token) ??
      post(path, body, headers, currentLocale(), token, options.signal && [options.signal]));
    envelope = (await response.json()) as Envelope;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    noteFailed(path, 'unreachable');
    throw new Unreachable(error);
  }
  if (envelope.success) return resultOf(envelope);
  // A late answer to a session that was left meanwhile says nothing of the one that acts now.
  if (envelope.code === 'notlogin' && session.token() === token) session.ended();
  const refused = new CallRefused(envelope);
  noteFailed(path, refused.reason);
  throw refused;
}

/** Every answer carries `list`; a page has a cursor to go on with, or says how many there are. */
function resultOf(envelope: Envelope): unknown {
  const { data } = envelope;
  const cursor = (data as { cursor?: string } | null | undefined)?.cursor;
  const isBareCursor = typeof cursor === 'string' && Object.keys(data as object).length === 1;
  const isLastPage = (data === null || data === undefined) && envelope.total !== undefined;
  if (!envelope.list || !(isBareCursor || isLastPage)) return data;
  const page: Page<unknown> = { list: envelope.list };
  if (cursor !== undefined) page.cursor = cursor;
  if (envelope.total !== undefined) page.total = envelope.total;
  return page;
}
