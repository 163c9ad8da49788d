import { z } from 'zod';
import { defineCall, member, open } from '../kit/call.ts';
import { locales } from '../kit/language.ts';
import { definePush } from '../kit/push.ts';
import { idText, nothing, pages, paging, timeOut } from '../kit/schema.ts';
import { noticeKinds } from './kinds.ts';
import { articleKinds } from './rules.ts';

const noticeId = z.string().min(4).max(64);
/** When an article was published, in milliseconds: what one has read all of is said by the newest one's. */
const newsIndex = z.number().int().min(0);
const indexText = z.union([newsIndex, z.string().regex(/^\d{1,15}$/)]).transform(Number);

const article = z.object({
  id: z.string(),
  index: newsIndex,
  time: timeOut,
  title: z.string(),
  /** Its beginning, without markup. */
  summary: z.string(),
  /** A picture that an operator uploaded, or nothing. */
  picurl: z.string(),
  pinned: z.boolean(),
  /** By a member; of visitors only their device knows. */
  read: z.boolean(),
  /** In which language it is there for the reader. */
  locale: z.enum(locales),
});

export const news = defineCall({
  path: 'Ctrls/News',
  summary: 'News that are published, pinned ones first, then newest first; or partner media.',
  access: open,
  answer: 'list',
  input: z.strictObject({ kind: z.enum(articleKinds).optional(), ...pages }),
  output: article,
});

export const newsFirst = defineCall({
  path: 'Ctrls/NewsFirst',
  summary: 'One article with its text as clean HTML.',
  access: open,
  answer: 'data',
  input: z.strictObject({ id: idText }),
  output: article.extend({ content: z.string() }),
  errors: ['news.noarticle'],
});

export const unread = defineCall({
  path: 'Ctrls/Unread',
  summary:
    'How many notices and news are unread, at most 100 of each. A visitor says what they have seen; of members it is kept.',
  access: open,
  answer: 'data',
  input: z.strictObject({ seen: indexText.optional() }),
  output: z.object({
    notices: z.number().int(),
    news: z.number().int(),
    /** The newest article's index, 0 without one. */
    latest: newsIndex,
    /** Up to which article a member has marked all as read, or what the visitor said. */
    seen: newsIndex,
  }),
});

export const newsSeen = defineCall({
  path: 'Ctrls/NewsSeen',
  summary: 'Marks an article as read (id), or all news up to and with one (index), which never goes back.',
  access: member,
  answer: 'none',
  input: z.strictObject({ id: idText.optional(), index: indexText.optional() }),
  output: z.undefined(),
});

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

export const noticeChoices = defineCall({
  path: 'Ctrls/NoticeChoices',
  summary:
    'Which notices the member gets by mail and by push, by kind. What concerns safety always comes. Mails are for what no device took.',
  access: member,
  answer: 'list',
  input: nothing,
  output: z.object({ kind: z.enum(noticeKinds), mail: z.boolean(), push: z.boolean() }),
});

export const noticeChoose = defineCall({
  path: 'Ctrls/NoticeChoose',
  summary: 'Notices of this kind by mail or push, or not; what is not said stays.',
  access: member,
  answer: 'none',
  input: z.strictObject({
    kind: z.enum(noticeKinds),
    mail: z.enum(['0', '1']).optional(),
    push: z.enum(['0', '1']).optional(),
  }),
  output: z.undefined(),
});

const endpoint = z.string().max(1000);
const base64url = (min: number, max: number) => z.string().regex(new RegExp(`^[\\w-]{${min},${max}}=*$`));

export const pushSubscribe = defineCall({
  path: 'Ctrls/PushSubscribe',
  summary:
    'This device takes messages, at the address of its browser’s push service, until the session ends. Its keys: a P-256 point and 16 bytes.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ endpoint, p256dh: base64url(86, 88), auth: base64url(21, 24) }),
  output: z.undefined(),
  errors: ['news.badpush'],
  rate: { perMinute: 20, burst: 10 },
});

export const pushUnsubscribe = defineCall({
  path: 'Ctrls/PushUnsubscribe',
  summary: 'Nothing is sent to this address of a device any more.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ endpoint }),
  output: z.undefined(),
});

export const newsChanged = definePush({
  push: 'notice.news',
  summary: 'News was published or withdrawn.',
  to: 'everyone',
  data: z.strictObject({}),
});
