import { z } from 'zod';
import { defineCall, operator } from '../kit/call.ts';
import { idText, paging, searchText, timeOut } from '../kit/schema.ts';
import { documentKinds, rejectionCauses } from './identity.ts';

/** What operators see of identity checks and decide about them. Each look and each decision stands in the audit log. */

const note = z.string().trim().min(3).max(500);
const count = z.number().int();
const states = ['pending', 'approved', 'rejected'] as const;

const identityRow = z.object({
  id: z.string(),
  time: timeOut,
  userid: z.string(),
  nickname: z.string(),
  kind: z.enum(documentKinds),
  country: z.string(),
  /** What the member declared, which may differ from the document's. */
  declared: z.string().nullable(),
  state: z.enum(states),
  pictures: count,
  /** Other accounts, not of this family, that handed in the same document. */
  others: count,
  /** How many this person sent before. */
  before: count,
  decided: timeOut.nullable(),
  /** Account of the operator who decided. */
  by: z.string().nullable(),
  cause: z.enum(rejectionCauses).nullable(),
  reason: z.string(),
  note: z.string(),
  wiped: timeOut.nullable(),
  /** Who looked at the document and the face, when and why: the newest first, the last hundred. */
  looks: z.array(z.object({ time: timeOut, account: z.string(), reason: z.string() })),
});

export const adminIdentities = defineCall({
  path: 'Admin/Identities',
  summary:
    'Identity checks: those that wait, oldest first; the decided ones, and all of them, newest first; of one person where asked. No name, no number.',
  access: operator('risk', 'admin'),
  answer: 'list',
  input: z.strictObject({
    state: z.enum([...states, 'all']).optional(),
    /** Whose, with all their accounts: id, code, wallet, e-mail or nickname. */
    search: searchText.optional(),
    ...paging,
  }),
  output: identityRow,
});

export const adminIdentityLook = defineCall({
  path: 'Admin/IdentityLook',
  summary:
    'Name, number, date of birth and pictures of an identity check, and who else handed in the same document. The look and its reason stand in the audit log.',
  access: operator('risk', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, reason: note }),
  output: z.object({
    name: z.string(),
    number: z.string(),
    birthdate: z.string(),
    /** WebP pictures in base64, the selfie last. */
    pictures: z.array(z.object({ id: z.string(), picture: z.string() })),
    others: z.array(
      z.object({ userid: z.string(), nickname: z.string(), state: z.enum(['started', ...states]) }),
    ),
  }),
  errors: ['member.noidentity'],
});

export const adminIdentityDecide = defineCall({
  path: 'Admin/IdentityDecide',
  summary:
    'Approves an identity check, or rejects it with a cause; whoever decides has looked before. `reason` is for the member, `note` for operators.',
  access: operator('risk', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    id: idText,
    decision: z.enum(['approve', 'reject']),
    cause: z.enum(rejectionCauses).optional(),
    reason: z.string().trim().max(500).optional(),
    note,
  }),
  output: identityRow,
  errors: [
    'member.noidentity',
    'member.identitydecided',
    'member.lookfirst',
    'member.needcause',
    'member.documentused',
  ],
});
