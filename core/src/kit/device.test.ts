import { expect, test } from 'vitest';
import { deviceName, UNKNOWN_DEVICE } from './device.ts';

test('behavior: a device is named as people call it', () => {
  expect(
    deviceName('Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36'),
  ).toBe('Chrome · Android');
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1')).toBe(
    'Safari · iPhone',
  );
  expect(deviceName('curl/8.5')).toBe('curl/8.5');
  // Whoever shows it has a word for this one.
  expect(deviceName(UNKNOWN_DEVICE)).toBe(UNKNOWN_DEVICE);
});
