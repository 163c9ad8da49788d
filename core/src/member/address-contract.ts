import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { countryCode, idText, nothing } from '../kit/schema.ts';

const text = z.string().max(2_000);

/** `isdefualt` as the specification spells it: 1 for the one that an order takes unless told otherwise. */
export const shippingAddress = z.object({
  id: z.string(),
  isdefualt: z.union([z.literal(0), z.literal(1)]),
  label: z.string(),
  recipient: z.string(),
  phone: z.string(),
  country: z.string(),
  detail: z.string(),
});

export const getMyAddress = defineCall({
  path: 'Users/GetMyAddress',
  summary: 'The member’s own shipping addresses, the default first.',
  access: member,
  answer: 'list',
  input: nothing,
  output: shippingAddress,
});

export const addEditAddress = defineCall({
  path: 'Users/AddEditAddress',
  summary: 'Adds a shipping address or, with its id, changes it. Exactly one is the default.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    id: idText.optional(),
    isdefualt: z
      .union([z.literal(0), z.literal(1), z.enum(['0', '1'])])
      .transform(Number)
      .optional(),
    label: text.optional(),
    recipient: text,
    phone: text,
    country: countryCode,
    detail: text,
  }),
  output: shippingAddress,
  errors: [
    'member.noaddress',
    'member.badlabel',
    'member.badrecipient',
    'member.badphone',
    'member.badaddress',
    'member.manyaddresses',
  ],
});

export const delAddress = defineCall({
  path: 'Users/DelAddress',
  summary: 'Removes a shipping address; what is not there is removed already.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ id: idText }),
  output: z.undefined(),
});
