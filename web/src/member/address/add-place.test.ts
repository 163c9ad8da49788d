import { expect, test } from 'vitest';
import { addPlace } from './add-place.ts';

const fields = { label: '', recipient: '', phone: '', country: 'DE', detail: '', isdefualt: 0 } as const;
const near = {
  location: '38.7,-9.1',
  address: 'Lisbon, Portugal',
  country: 'PT',
  kind: 'near',
  distancekm: 2,
  credit: '',
} as const;

test('refuses: what is there already, what does not fit, and what is known of nowhere', () => {
  expect(addPlace({ ...fields, detail: 'Rua 1\n1000 lisbon' }, near)).toEqual({ country: 'PT' });
  expect(addPlace({ ...fields, detail: 'x'.repeat(298) }, near)).toEqual({ country: 'PT' });
  const none = { ...near, address: '', country: null, kind: 'none', distancekm: null } as const;
  expect(addPlace({ ...fields, detail: 'Rua 1' }, none)).toEqual({});
});

test('behavior: the town goes below what was typed, a whole address as it is', () => {
  expect(addPlace(fields, near)).toEqual({ country: 'PT', detail: 'Lisbon' });
  expect(addPlace({ ...fields, detail: 'Rua 1\n' }, near)).toEqual({
    country: 'PT',
    detail: 'Rua 1\nLisbon',
  });
  const whole = { ...near, kind: 'address', address: 'Rua Um 1, 1000 Lisbon' } as const;
  expect(addPlace(fields, whole).detail).toBe('Rua Um 1, 1000 Lisbon');
});
