import type { z } from 'zod';

/** Whom a push is for: one member's open screens (numbered, kept, asked for again), or all open sockets (not kept). */
export type PushAudience = 'member' | 'everyone';

/**
 * One message of the socket: drives what the server may send, what the web must handle, and their types. The name is the
 * wire's `type`; where several messages share a type, `type.kind`, and `data` travels with that `kind`.
 */
export type Push<
  N extends string = string,
  A extends PushAudience = PushAudience,
  S extends z.ZodType = z.ZodType,
> = {
  readonly push: N;
  readonly summary: string;
  readonly to: A;
  readonly data: S;
};

/** Defines one push; stands in the domain's `contract.ts` beside its calls. */
export function definePush<const N extends string, const A extends PushAudience, S extends z.ZodType>(
  definition: Push<N, A, S>,
): Push<N, A, S> {
  return definition;
}

export type PushData<P extends Push> = z.output<P['data']>;

/** A push as it travels, but for its number. */
export function formatPush<P extends Push>(push: P, data: PushData<P>): { type: string; data: object } {
  const [type = '', kind] = push.push.split('.');
  return { type, data: kind === undefined ? (data as object) : { kind, ...(data as object) } };
}

/** The names that a message may go by: the one with its kind first. */
export function pushNamesOf({ type, data }: { type: string; data: unknown }): [string, string] {
  const { kind } = (data ?? {}) as { kind?: unknown };
  return [`${type}.${String(kind)}`, type];
}
