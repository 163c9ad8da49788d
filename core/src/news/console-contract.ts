import { z } from 'zod';
import { defineCall, operator } from '../kit/call.ts';
import { locales } from '../kit/language.ts';
import { idText, paging, timeOut } from '../kit/schema.ts';
import { articleKinds, articleStates, CONTENT_LENGTH_MAX, TITLE_LENGTH_MAX } from './rules.ts';

/** What operators of content write for everybody. Each change stands in the audit log. */

const texts = (length: number) => z.partialRecord(z.enum(locales), z.string().max(length));

const articleRow = z.object({
  id: z.string(),
  kind: z.enum(articleKinds),
  state: z.enum(articleStates),
  /** In English, or the next language that is there. */
  title: z.string(),
  locales: z.array(z.enum(locales)),
  pinned: z.boolean(),
  from: timeOut.nullable(),
  until: timeOut.nullable(),
  changed: timeOut,
  by: z.string(),
});

export const adminNews = defineCall({
  path: 'Admin/News',
  summary: 'All articles, the newest first.',
  access: operator('support', 'content', 'admin'),
  answer: 'list',
  input: z.strictObject({ ...paging }),
  output: articleRow,
});

const articleWhole = articleRow.extend({
  titles: texts(TITLE_LENGTH_MAX),
  contents: texts(CONTENT_LENGTH_MAX * 2),
  picurl: z.string(),
});

export const adminNewsFirst = defineCall({
  path: 'Admin/NewsFirst',
  summary: 'One article in all its languages, as readers get it.',
  access: operator('support', 'content', 'admin'),
  answer: 'data',
  input: z.strictObject({ id: idText }),
  output: articleWhole,
  errors: ['news.noarticle'],
});

export const adminNewsSave = defineCall({
  path: 'Admin/NewsSave',
  summary: 'Keeps an article (without id: a new draft). HTML is cleaned; plain text becomes paragraphs.',
  access: operator('content', 'admin'),
  transport: 'body',
  answer: 'data',
  bytes: 1_000_000,
  input: z.strictObject({
    id: idText.optional(),
    /** `changed` of what was opened: refused when somebody changed it since. */
    changed: timeOut.optional(),
    kind: z.enum(articleKinds).optional(),
    titles: texts(TITLE_LENGTH_MAX),
    contents: texts(CONTENT_LENGTH_MAX),
    picurl: z.string().max(200).optional(),
    pinned: z.boolean().optional(),
    from: timeOut.optional(),
    until: timeOut.optional(),
  }),
  output: articleWhole,
  errors: ['news.noarticle', 'operator.changedmeanwhile', 'news.needtext', 'news.badtime', 'news.badpicture'],
});

export const adminNewsState = defineCall({
  path: 'Admin/NewsState',
  summary: 'Publishes an article, or withdraws it: everybody sees it, or nobody does.',
  access: operator('content', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    id: idText,
    /** As in Admin/NewsSave: nobody publishes what somebody else wrote since. */
    changed: timeOut.optional(),
    state: z.enum(['published', 'withdrawn']),
  }),
  output: articleRow,
  errors: ['news.noarticle', 'operator.changedmeanwhile', 'news.samestate', 'news.badtime'],
});

export const adminNewsPicture = defineCall({
  path: 'Admin/NewsPicture',
  summary: 'Takes a picture for an article; its address is named when the article is kept.',
  access: operator('content', 'admin'),
  transport: 'multipart',
  answer: 'data',
  input: z.strictObject({}),
  output: z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }),
  errors: ['setting.uploadquota', 'setting.notpicture', 'setting.picturetoobig'],
});
