import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { idText, nothing, timeOut } from '../kit/schema.ts';
import { LICENCES_MAX, shopKinds, shopStates } from './shop.ts';

/** The calls of a shop’s owner. What everybody sees of a shop stands in goods-contract.ts. */

/** Text of several lines; no null character, which the database cannot hold. */
const longText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\0]*$/);
const picture = z.string().max(200);

export const shopInfo = defineCall({
  path: 'Users/Shopinfo',
  summary: 'One’s own shop and where one’s application for it stands.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    state: z.enum(shopStates),
    /** Why it was rejected or suspended; else empty. */
    reason: z.string(),
    /** The last one, without its licences, which are shown to operators only. */
    application: z
      .object({
        id: z.string(),
        name: z.string(),
        logo: z.string(),
        kind: z.enum(shopKinds),
        contact: z.string(),
        about: z.string(),
        licences: z.number().int(),
        time: timeOut,
      })
      .nullable(),
    /** What was decided about one’s applications and why, the newest first; the last ones of many. */
    decisions: z.array(
      z.object({
        name: z.string(),
        time: timeOut,
        state: z.enum(['approved', 'rejected']),
        reason: z.string(),
      }),
    ),
    shop: z
      .object({
        id: z.string(),
        name: z.string(),
        logo: z.string(),
        kind: z.enum(shopKinds),
        about: z.string(),
        open: z.boolean(),
      })
      .nullable(),
    /** Ids of the shops of the same person, this account's and those of the person's others: they sell to others only. */
    personshops: z.array(z.string()),
  }),
});

export const applyShop = defineCall({
  path: 'Users/ApplyShop',
  summary:
    'Applies for a shop, with licence pictures of Users/ShopLicence. What was rejected may be sent again.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    name: z.string().trim().min(2).max(160),
    /** Address of a picture of Ctrls/Upload. */
    logo: picture.optional(),
    kind: z.enum(shopKinds),
    /** Where operators and buyers in trouble reach the owner: only operators see it. */
    contact: z
      .string()
      .trim()
      .min(3)
      .max(120)
      .regex(/^[^\0]*$/),
    licences: z.array(idText).min(1).max(LICENCES_MAX),
    about: longText(500).optional(),
  }),
  output: z.undefined(),
  errors: [
    'mall.notactivated',
    'mall.barred',
    'mall.shopexists',
    'mall.pendingapplication',
    'mall.badname',
    'mall.nametaken',
    'mall.badpicture',
    'mall.badlicence',
  ],
  rate: { perMinute: 10, burst: 5 },
});

export const shopLicence = defineCall({
  path: 'Users/ShopLicence',
  summary:
    'Uploads a picture of a licence (field upfile; png, jpeg or webp, ≤ 5 MiB) for an application: kept encrypted, at no address.',
  access: member,
  transport: 'multipart',
  answer: 'data',
  input: nothing,
  output: z.object({ id: z.string() }),
  errors: ['setting.notpicture', 'setting.picturetoobig', 'setting.uploadquota'],
  rate: { perMinute: 20, burst: 10 },
});

export const shopMoved = definePush({
  push: 'shop',
  summary: 'One’s application for a shop was decided, or one’s shop was suspended or let open again.',
  to: 'member',
  data: z.strictObject({ state: z.enum(shopStates) }),
});
