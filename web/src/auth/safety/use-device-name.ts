import { deviceName, UNKNOWN_DEVICE } from '@openmere/core/kit/device.ts';
import { useTexts } from '../../platform/i18n.ts';

/** The name of a device in the member's language, also of one that did not say what it is. */
export function useDeviceName(): (device: string) => string {
  const t = useTexts('factor');
  return (device) => (device === UNKNOWN_DEVICE ? t('deviceUnknown') : deviceName(device));
}
