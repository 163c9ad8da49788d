import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { parseLocation, PLACE_NAME_MAX, PLACE_NAME_MIN } from './rules.ts';

const locationText = z
  .string()
  .max(40)
  .refine((text) => parseLocation(text) !== undefined);

/** Each answer costs a search through every town. */
const rate = { perMinute: 60, burst: 20 } as const;

export const geocode = defineCall({
  path: 'Ctrls/Geocode',
  summary:
    'The formatted address of a location (latitude,longitude), in the asked language; of the embedded list only what it is near to.',
  access: member,
  answer: 'data',
  rate,
  input: z.strictObject({
    location: locationText,
    /** `full`: with the country (default); `town`: without it. */
    format: z.enum(['full', 'town']).optional(),
  }),
  output: z.object({
    location: z.string(),
    /** Empty where nothing is known. */
    address: z.string().max(300),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
    /** `address`: of the outside service; `near`: a town, `distancekm` away, not an address; `none`: nothing known around. */
    kind: z.enum(['address', 'near', 'none']),
    distancekm: z.number().nullable(),
    /** Whose work an address of the outside service is: shown where it is. */
    credit: z.string().max(300),
  }),
});

export const places = defineCall({
  path: 'Ctrls/Places',
  summary:
    'Towns whose name begins so, or of the country that is called so in the asked language, the largest first.',
  access: member,
  answer: 'list',
  rate,
  input: z.strictObject({ name: z.string().trim().min(PLACE_NAME_MIN).max(PLACE_NAME_MAX) }),
  output: z.object({ id: z.string(), name: z.string(), country: z.string(), location: z.string() }),
});
