import type { z } from 'zod';

/** Who may call: anyone, a logged-in member, or an operator with one of the roles (empty: any role). */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'member' }
  | { readonly kind: 'operator'; readonly roles: readonly OperatorRole[] };

export const operatorRoles = ['support', 'content', 'risk', 'finance', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** How our own client sends the parameters; the server takes query and JSON body alike for every call. */
export type Transport = 'query' | 'body' | 'multipart';

/** `list` answers `{ list, total?, data: { cursor? } }`; `data` answers `{ data }`; `none` only success. */
export type AnswerField = 'data' | 'list' | 'none';

/** Requests per minute allowed to one caller (member, else address prefix), with a burst. */
export type RateLimit = { readonly perMinute: number; readonly burst: number };

/**
 * One call of the API: drives server validation, the typed client, the OpenAPI document and tests.
 * `secrets` names parameters that travel as compact JWE and reach the use case decrypted.
 */
export type Call<
  P extends string = string,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  A extends AnswerField = AnswerField,
> = {
  readonly path: P;
  readonly summary: string;
  readonly access: Access;
  readonly transport: Transport;
  readonly answer: A;
  readonly input: I;
  readonly output: O;
  readonly errors: readonly string[];
  readonly secrets: readonly string[];
  readonly rate?: RateLimit;
  /** The longest body, where what is usual is too little: texts in nine languages, a bank statement. */
  readonly bytes?: number;
};

export type CallDefinition<
  P extends string,
  I extends z.ZodObject,
  O extends z.ZodType,
  A extends AnswerField,
> = {
  path: P;
  summary: string;
  access: Access;
  answer: A;
  input: I;
  output: O;
  transport?: Transport;
  errors?: readonly string[];
  secrets?: readonly string[];
  rate?: RateLimit;
  bytes?: number;
};

/** Defines one call; defaults: parameters in the query, no errors of its own, no secrets. */
export function defineCall<
  const P extends string,
  I extends z.ZodObject,
  O extends z.ZodType,
  const A extends AnswerField,
>(definition: CallDefinition<P, I, O, A>): Call<P, I, O, A> {
  return { transport: 'query', errors: [], secrets: [], ...definition };
}

export const open: Access = { kind: 'open' };
export const member: Access = { kind: 'member' };
export function operator(...roles: OperatorRole[]): Access {
  return { kind: 'operator', roles };
}

/** What a caller passes in, and what the use case gets after parsing. */
export type CallInput<C extends Call> = z.input<C['input']>;
export type CallParsed<C extends Call> = z.output<C['input']>;
/** One row of a list call, or the data of a data call. */
export type CallOutput<C extends Call> = z.output<C['output']>;

/** The envelope of every answer (calls.md). */
export type Envelope = {
  success: boolean;
  msg: string;
  data?: unknown;
  list?: unknown[];
  total?: number;
  code: string;
};

/** A page of a list; `cursor` is absent on the last page and travels as `data.cursor`. */
export type Page<T> = { list: T[]; cursor?: string; total?: number };

/** What a use case returns for a call, by its answer field. */
export type CallResult<C extends Call> = C['answer'] extends 'list'
  ? Page<CallOutput<C>>
  : C['answer'] extends 'data'
    ? CallOutput<C>
    : void;

/** What stands in `data` of a refused answer: the exact reason and its figures, or the faulty field. */
export type RefusalData = { reason: string; params: Record<string, string | number>; field?: string };
