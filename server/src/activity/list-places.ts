import { createHash } from 'node:crypto';
import type { listActivityPlaces } from '@openmere/core/activity/contract.ts';
import type { CallResult } from '@openmere/core/kit/call.ts';
import type { MemberActor, VisitorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import { listPlacesOf } from './candidate-store.ts';
import { windowOf } from './settle.ts';
import { findRound } from './store.ts';

const PLACES_MAX = 1000;

/** Ids of members are random and shown to nobody else: who knows one can look it up, and nobody can try them all. */
const textOf = (round: Date, memberId: string): string => `${round.toISOString()} ${memberId}`;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Activity/Places: the order of the first, so that everybody can hold it against the chain. */
export async function listPlaces(
  ctx: Pick<Ctx<VisitorActor | MemberActor>, 'tx' | 'actor'>,
): Promise<CallResult<typeof listActivityPlaces>> {
  const { tx, actor } = ctx;
  const window = windowOf(await readSettings(tx));
  if (!window) return { round: null, list: [], own: null };
  const { round } = await findRound(tx, window);
  const own = actor.kind === 'member' ? textOf(round, actor.id) : undefined;
  const places = await listPlacesOf(tx, round, PLACES_MAX);
  return {
    round: round.toISOString(),
    list: places.map(({ place, memberId, at, block, logIndex }) => ({
      place,
      hash: hashOf(textOf(round, memberId)),
      time: at.toISOString(),
      block: block === null ? null : Number(block),
      logindex: logIndex,
    })),
    own: own === undefined ? null : { text: own, hash: hashOf(own) },
  };
}
