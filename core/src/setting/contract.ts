import { z } from 'zod';
import { defineCall, member, open } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { nothing, timeOut } from '../kit/schema.ts';
import { entranceNames } from './pause.ts';

export const getConfig = defineCall({
  path: 'Ctrls/GetConfig',
  summary: 'Public configuration: contract address map, limits, links, encryption key.',
  access: open,
  answer: 'list',
  input: nothing,
  output: z.object({ idx: z.string(), val: z.string() }),
});

export const getEnum = defineCall({
  path: 'Ctrls/GetEnum',
  summary: 'The state words of every record, with their names in the asked language.',
  access: open,
  answer: 'data',
  input: nothing,
  output: z.record(z.string(), z.record(z.string(), z.string())),
});

export const getTime = defineCall({
  path: 'Ctrls/gettime',
  summary:
    'Server time in epoch milliseconds and its zone, and the business time that locks, days and windows go by: the same, unless a development chain was moved ahead.',
  access: open,
  answer: 'data',
  input: nothing,
  output: z.object({ time: z.int(), zone: z.string(), business: z.int() }),
});

export const getAppVersion = defineCall({
  path: 'Ctrls/GetAppVersion',
  summary:
    'Current, available and required version of the app; for `ios` and `android` of their packages, with the address to get them at.',
  access: open,
  answer: 'data',
  input: z.strictObject({ version: z.string().max(20).optional(), platform: z.string().max(20).optional() }),
  output: z.object({
    version: z.string(),
    required: z.string(),
    update: z.enum(['none', 'available', 'required']),
    build: z.string(),
    /** Where the package is: the App Store, or the apk; empty for browsers, and while there is none. */
    url: z.string(),
  }),
});

export const versionChanged = definePush({
  push: 'version',
  summary: 'Another version of the app is published or required.',
  to: 'everyone',
  data: z.strictObject({ version: z.string(), required: z.string() }),
});

export const getAllApkVersion = defineCall({
  path: 'Ctrls/GetAllApkVersion',
  summary: 'Published app packages; empty while there are none.',
  access: open,
  answer: 'data',
  input: nothing,
  output: z.array(z.object({ version: z.string(), url: z.string(), sha256: z.string() })),
});

export const upload = defineCall({
  path: 'Ctrls/Upload',
  summary:
    'Uploads one picture (field upfile; png, jpeg or webp, ≤ 5 MiB, ≤ 25 MP); it is re-encoded and stripped of metadata.',
  access: member,
  transport: 'multipart',
  answer: 'data',
  input: nothing,
  output: z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }),
  errors: ['setting.notpicture', 'setting.picturetoobig', 'setting.uploadquota'],
  rate: { perMinute: 20, burst: 10 },
});

/** `/index`: also answers GET, without envelope fields beyond these. */
export const index = defineCall({
  path: 'index',
  summary:
    'Service banner: name, version, chain id, health, what is paused since when, and whether the network is silent.',
  access: open,
  answer: 'data',
  input: nothing,
  output: z.object({
    name: z.string(),
    version: z.string(),
    chainid: z.number().int(),
    health: z.enum(['ok', 'degraded']),
    /** What runs by itself: seconds since it last succeeded (null: never yet), and whether that is too long. */
    loops: z.array(z.object({ name: z.string(), age: z.number().int().nullable(), late: z.boolean() })),
    /** Payouts are halted: why, in plain words, and since when. Requests are accepted and wait. Null while they go on. */
    payouthalt: z.object({ reason: z.string(), since: timeOut }).nullable(),
    /** What is paused and since when; why where it was said, in plain words. Ways out are never among it. */
    paused: z.array(
      z.object({
        what: z.enum(['payouts', ...entranceNames]),
        since: timeOut,
        reason: z.string().nullable(),
      }),
    ),
    /** The network does not answer us, in plain words, and since when: deposits and withdrawals wait. Null while it does. */
    silence: z.object({ reason: z.string(), since: timeOut }).nullable(),
    time: z.number().int(),
  }),
});
