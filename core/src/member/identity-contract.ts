import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { countryCode, idText, nothing, timeOut } from '../kit/schema.ts';
import { documentKinds, DOCUMENT_PICTURES_MAX, identityStates, rejectionCauses } from './identity.ts';

/** The identity check: documents and selfie, until an operator has decided. */

export const identity = defineCall({
  path: 'Users/Identity',
  summary: 'How it stands with one’s identity check; of the document only its kind and country.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    state: z.enum(identityStates),
    kind: z.enum(documentKinds).nullable(),
    country: z.string().nullable(),
    /** When it was handed in, and when it was decided. */
    time: timeOut.nullable(),
    decided: timeOut.nullable(),
    /** Why it was rejected: one of a list, and what the operator wrote besides. */
    cause: z.enum(rejectionCauses).nullable(),
    reason: z.string(),
    /** Pictures, number and date of birth are deleted this many days after the decision. */
    keepdays: z.number().int(),
    /** When that was; null while they are kept. */
    wiped: timeOut.nullable(),
  }),
});

export const identityPicture = defineCall({
  path: 'Users/IdentityPicture',
  summary:
    'Uploads a picture of a document or a selfie (field upfile; png, jpeg or webp, ≤ 5 MiB) for the identity check: kept encrypted, at no address.',
  access: member,
  transport: 'multipart',
  answer: 'data',
  input: nothing,
  output: z.object({ id: z.string() }),
  errors: ['setting.notpicture', 'setting.picturetoobig', 'setting.uploadquota'],
  rate: { perMinute: 20, burst: 10 },
});

export const bindIdcard = defineCall({
  path: 'Users/BindIdcard',
  summary:
    'Begins the identity check with a document and pictures of it (Users/IdentityPicture); one that was rejected may be followed by another.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    kind: z.enum(documentKinds),
    name: z.string().trim().min(2).max(200),
    number: z.string().trim().min(4).max(60),
    /** Country that issued it. */
    country: countryCode,
    birthdate: z.iso.date(),
    pictures: z.array(idText).min(1).max(DOCUMENT_PICTURES_MAX),
  }),
  output: z.undefined(),
  errors: [
    'member.identitypending',
    'member.identityapproved',
    'member.badname',
    'member.badnumber',
    'member.badbirth',
    'auth.badcountry',
    'auth.barred',
    'member.badpicture',
  ],
  rate: { perMinute: 10, burst: 5 },
});

export const bindFace = defineCall({
  path: 'Users/BindFace',
  summary: 'Completes the identity check with a selfie (Users/IdentityPicture); an operator decides.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ picture: idText }),
  output: z.undefined(),
  errors: ['member.documentfirst', 'member.badpicture'],
  rate: { perMinute: 10, burst: 5 },
});

export const identityMoved = definePush({
  push: 'notice.identity',
  summary: 'One’s identity check was handed in or decided.',
  to: 'member',
  data: z.strictObject({ state: z.enum(identityStates) }),
});
