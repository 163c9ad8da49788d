import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { paging, timeOut } from '../kit/schema.ts';

const noticeId = z.string().min(4).max(64);

export const notices = defineCall({
  path: 'Ctrls/Notices',
  summary: 'What the member was told personally, newest first, in the asked language.',
  access: member,
  answer: 'list',
  input: z.strictObject({ ...paging }),
  output: z.object({
    id: z.string(),
    time: timeOut,
    /** What it is about: the domain that told it (withdrawal, deposit, mall …). */
    topic: z.string(),
    title: z.string(),
    text: z.string(),
    /** The screen that shows more. */
    link: z.string().nullable(),
    read: z.boolean(),
  }),
});

export const noticeRead = defineCall({
  path: 'Ctrls/NoticeRead',
  summary:
    'Marks a notice as read (id), or all up to and with one (upto); answers how many are unread. Without either it only answers that.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: noticeId.optional(), upto: noticeId.optional() }),
  output: z.object({ unread: z.number().int() }),
});
