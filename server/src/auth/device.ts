import { deviceName, UNKNOWN_DEVICE } from '@openmere/core/kit/device.ts';
import type { Origin } from '../platform/actor.ts';
import { fingerprint } from '../platform/secrets-box.ts';

/** What stands for a device: a keyed hash of how it names itself. */
export function deviceHashOf(from: Origin): string {
  return fingerprint(`device:${from.device}`);
}

export function deviceNameOf(from: Origin): string {
  return from.device === '' ? UNKNOWN_DEVICE : from.device;
}

/** The same as mails and notices say it: browser and system. */
export function deviceShown(from: Origin): string {
  return deviceName(deviceNameOf(from));
}
