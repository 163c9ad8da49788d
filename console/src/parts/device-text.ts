import { deviceName, UNKNOWN_DEVICE } from '@openmere/core/kit/device.ts';
import { t } from '../platform/texts.ts';

/** The browser and system that a device said it is, in the operator's words where it said nothing. */
export function deviceText(device: string): string {
  return device === UNKNOWN_DEVICE || device === '' ? t('deviceUnknown') : deviceName(device);
}
