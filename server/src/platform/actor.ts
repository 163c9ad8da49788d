import type { OperatorRole } from '@openmere/core/kit/call.ts';
import type { Locale } from '@openmere/core/kit/language.ts';

/**
 * Where a request came from. `country` is by address (ISO alpha-2), null when unknown or private. `browser` is absent where
 * no browser can be told (jobs, tests).
 */
export type Origin = {
  ip: string;
  country: string | null;
  device: string;
  locale: Locale;
  browser?: Browser | null;
  guest?: Guest | null;
};

/** A browser by its own cookie: `hash` names it, undefined without one; `rename` gives it a new one with the answer. */
export type Browser = { readonly hash: string | undefined; readonly rename: () => string };

/** A browser without a login: `hash` names what is kept for it; `begin` names it with the answer, `end` forgets the name. */
export type Guest = {
  readonly hash: string | undefined;
  readonly begin: () => string;
  readonly end: () => void;
};

export type VisitorActor = { kind: 'visitor'; from: Origin };
/** `family` is the main account's id: the person, for caps and locks. */
export type MemberActor = { kind: 'member'; id: string; family: string; sessionId: string; from: Origin };
export type OperatorActor = {
  kind: 'operator';
  id: string;
  account: string;
  role: OperatorRole;
  sessionId: string;
  from: Origin;
};
export type SystemActor = { kind: 'system'; name: string };
export type Actor = VisitorActor | MemberActor | OperatorActor | SystemActor;

/** What a session answers about its owner; the request adds where it came from. */
export type SessionOwner = Omit<MemberActor, 'from'>;
export type OperatorSessionOwner = Omit<OperatorActor, 'from'>;

/**
 * Finds the living session of a token by its hash (platform/tokens.ts). `findMany` is optional: with it, the lookups of
 * one turn of the event loop become one query.
 */
export type SessionLookup = {
  find(tokenHash: string): Promise<SessionOwner | undefined>;
  findMany?(tokenHashes: string[]): Promise<Map<string, SessionOwner>>;
};
export type OperatorSessionLookup = { find(tokenHash: string): Promise<OperatorSessionOwner | undefined> };
