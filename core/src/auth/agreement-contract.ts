import { z } from 'zod';
import { defineCall, open, operator } from '../kit/call.ts';
import { dryRunHash } from '../kit/dry-run.ts';
import { locales } from '../kit/language.ts';
import { nothing, timeOut } from '../kit/schema.ts';
import { agreementKinds, AGREEMENT_LENGTH_MAX } from './agreement.ts';

const kind = z.enum(agreementKinds);
const number = z.number().int().min(1).max(9999);
const numberText = z.union([number, z.string().regex(/^[1-9]\d{0,3}$/)]).transform(Number);
const texts = z.partialRecord(z.enum(locales), z.string().max(AGREEMENT_LENGTH_MAX));
const written = z.object({ number, time: timeOut });

export const agreement = defineCall({
  path: 'Ctrls/Agreement',
  summary:
    'An agreement as it holds now, or an earlier version by its number: plain text, empty lines part its points.',
  access: open,
  answer: 'data',
  input: z.strictObject({ kind, version: numberText.optional() }),
  output: z.object({
    kind,
    /** As it is accepted: `user-3`. */
    version: z.string(),
    number,
    /** When it was published. */
    time: timeOut,
    /** It holds now. */
    current: z.boolean(),
    /** The short form that came with the program, which the operator has not replaced yet. */
    standard: z.boolean(),
    /** In which language it is there for the reader. */
    locale: z.enum(locales),
    content: z.string(),
    /** All versions, the newest first. */
    versions: z.array(written),
  }),
  errors: ['auth.noagreement'],
});

const row = z.object({
  kind,
  number,
  time: timeOut,
  maker: z.string(),
  checker: z.string(),
  /** When the draft of the next version was changed last, and by whom; null without one. */
  draft: z.object({ time: timeOut, by: z.string() }).nullable(),
});

export const adminAgreements = defineCall({
  path: 'Admin/Agreements',
  summary: 'The three agreements with the versions that hold now.',
  access: operator(),
  answer: 'data',
  input: nothing,
  output: z.object({ rows: z.array(row) }),
});

const whole = row.extend({
  texts,
  /** The draft in all its languages, and the hash that a proposal to publish it names. */
  draft: z.object({ time: timeOut, by: z.string(), texts, hash: z.string() }).nullable(),
  versions: z.array(written.extend({ maker: z.string(), checker: z.string() })),
});

export const adminAgreement = defineCall({
  path: 'Admin/Agreement',
  summary:
    'One agreement: the texts that hold (or those of a version), when each version was published, and the draft of the next one.',
  access: operator(),
  answer: 'data',
  input: z.strictObject({ kind, version: numberText.optional() }),
  output: whole,
  errors: ['auth.noagreement'],
});

export const adminAgreementSave = defineCall({
  path: 'Admin/AgreementSave',
  summary:
    'Keeps the draft of the next version. The texts that hold already are no draft: it is gone. Publishing takes two operators.',
  access: operator('content', 'admin'),
  transport: 'body',
  answer: 'data',
  bytes: 2_000_000,
  input: z.strictObject({
    kind,
    texts,
    /** Hash of the draft that was opened, `none` where there was none: refused when somebody changed it since. */
    draft: z.union([dryRunHash, z.literal('none')]).optional(),
    /** The version in force that was opened: refused when another one was published since. */
    number: z.number().int().optional(),
  }),
  output: whole,
  errors: ['operator.changedmeanwhile'],
});
