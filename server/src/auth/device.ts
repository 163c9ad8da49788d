import type { Origin } from '../platform/actor.ts';
import { fingerprint } from '../platform/secrets-box.ts';

/** What stands for a device: a keyed hash of how it names itself. */
export function deviceHashOf(from: Origin): string {
  return fingerprint(`device:${from.device}`);
}

export function deviceNameOf(from: Origin): string {
  return from.device === '' ? 'unknown' : from.device;
}
