import type { Call } from '@openmere/core/kit/call.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemberActor } from '../platform/actor.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { Heard, SurfaceName, TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import { plainCalls, sampleOf } from './test-samples.ts';

let app: TestApp;
let anna: MemberActor;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  anna = await addMember(app, { coins: 100 });
  admin = await app.operator('admin');
}, 60_000);
afterAll(() => app.close());

const surfaceOf = (call: Call): SurfaceName => (call.path.startsWith('Admin/') ? 'console' : 'member');

async function ask(call: Call, body: unknown, query = ''): Promise<Heard> {
  const surface = surfaceOf(call);
  const token = surface === 'console' ? admin : await app.session(anna.id);
  return app.post(surface, call.path, body, { token, query });
}

/** Columns and flags that no call names: whoever could write one would be somebody else, richer or free. */
const hidden = [
  'vip',
  'viplevel',
  'vip_level',
  'balance',
  'lockbalance',
  'inviter',
  'inviterId',
  'isAdmin',
  'role',
  'userid',
  'memberId',
  'mainId',
  'family',
  'activated',
  'activatedAt',
  'exitonly',
  'status',
  'fee',
  'received',
  'score',
  'decider',
  'to',
  'from',
  'token',
];

/** What no parameter may change; names and countries are for their owners to choose. */
async function digest(): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(concat((select string_agg(concat_ws(',', id, main_id, inviter_id, invitation_code, email, wallet_address,
        activated_at, exit_only, vip_level), '|' order by id) from member),
      (select string_agg(t::text, '|' order by t.id) from withdrawal t),
      (select string_agg(t::text, '|' order by t.id) from operator t),
      (select string_agg(t::text, '|' order by t.id) from ledger.account t),
      (select string_agg(t::text, '|' order by t.idx) from config t))) as digest`.execute(app.owner);
  return rows[0]?.digest ?? '';
}

test('refuses: a field that the call does not name, on every call, in body and query, whatever it is (T06)', async () => {
  const before = await digest();
  const wrong: string[] = [];
  let tried = 0;
  for (const call of plainCalls) {
    const sample = await sampleOf(call, app.seal);
    for (const field of hidden.filter((name) => !(name in call.input.shape))) {
      const value = field === 'role' ? 'admin' : '1';
      const heard = [
        await ask(call, { ...sample, [field]: value }),
        ...(field === 'vip' || field === 'isAdmin' ? [await ask(call, sample, `?${field}=${value}`)] : []),
      ];
      for (const one of heard) {
        tried += 1;
        const told = (one.envelope.data as { field?: string } | null)?.field;
        if (reasonIn(one) !== 'request.invalid' || !(told === field || told === '?')) {
          wrong.push(`${call.path} ${field}: ${one.status} ${reasonIn(one)} ${told ?? ''}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(1_000);
  expect(await digest()).toBe(before);
}, 120_000);

test('refuses: prototypes, arrays, nested objects, doubled and bracketed names, on every call', async () => {
  const wrong: string[] = [];
  for (const call of plainCalls) {
    const sample = await sampleOf(call, app.seal);
    const [first, value] = Object.entries(sample)[0] ?? ['id', '1'];
    const texts = [
      `{"__proto__":{"role":"admin"}}`,
      `{"constructor":{"prototype":{"role":"admin"}}}`,
      `[]`,
      `"text"`,
      `1`,
      JSON.stringify({ ...sample, [first]: [value, value] }),
      JSON.stringify({ ...sample, [first]: { value } }),
      JSON.stringify({ ...sample, [`${first}[]`]: value }),
      `{"${first}":"${'1'}"`,
    ];
    for (const text of texts) {
      const heard = await ask(call, text);
      if (reasonIn(heard) !== 'request.invalid')
        wrong.push(`${call.path} ${text.slice(0, 40)}: ${heard.status} ${reasonIn(heard)}`);
    }
    for (const query of [`?${first}=1&${first}=2`, `?${first}[]=1`, `?${first}=%ff`, `?__proto__=1`]) {
      const heard = await ask(call, {}, query);
      if (reasonIn(heard) !== 'request.invalid')
        wrong.push(`${call.path} ${query}: ${heard.status} ${reasonIn(heard)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(({} as { role?: string }).role).toBeUndefined();
}, 120_000);

/** Texts that break something where they are believed: SQL, null bytes, half characters, formats, line ends, direction marks. */
const hostile = [
  `' or 1=1 --`,
  `'; drop table member; --`,
  `\\'; select pg_sleep(9); --`,
  `%' or '%'='`,
  `a\u0000b`,
  `\u0000`,
  `\ud800`,
  `\u202euser\u2066`,
  `\r\n{"level":60,"msg":"forged"}`,
  `=cmd|' /C calc'!A0`,
  `{params} {0, plural, other {x}}`,
  `%00%0d%0a`,
  `../../../../etc/passwd`,
  `<script>alert(1)</script>`,
  `${'9'.repeat(60)}`,
  `${'(('.repeat(30)}`,
];

test('behavior: hostile text in any parameter of any call is answered: never a bug, a crash, or a row more than before (T29)', async () => {
  const before = await digest();
  const wrong: string[] = [];
  let tried = 0;
  for (const call of plainCalls) {
    for (const field of Object.keys(call.input.shape)) {
      for (const text of hostile) {
        const sample = await sampleOf(call, app.seal);
        const isSecret = call.secrets.includes(field);
        const value = isSecret ? await app.seal(call.path, text) : text;
        const heard = await ask(call, { ...sample, [field]: value });
        tried += 1;
        if (heard.status >= 500 && heard.status !== 503)
          wrong.push(`${call.path} ${field} ${JSON.stringify(text)}: ${heard.status}`);
        if (heard.envelope.success && ['Wallet/Transfer', 'Wallet/Withdraw'].includes(call.path))
          wrong.push(`${call.path} ${field} ${JSON.stringify(text)} passed`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(1_000);
  expect(await digest()).toBe(before);
}, 300_000);

test('behavior: each line of the log is one JSON object, whatever was sent (T29)', async () => {
  const forged = '\r\n{"level":60,"msg":"forged"}';
  for (const call of plainCalls.slice(0, 10)) {
    await ask(call, { note: forged, [`x${forged}`]: forged }, `?${encodeURIComponent(forged)}=1`);
    await app.post('member', `${call.path}%0d%0aforged`, {}, { headers: { 'user-agent': 'a\tb' } });
  }
  const parsed = app.lines.map((line) => {
    expect(line.endsWith('\n') && line.indexOf('\n') === line.length - 1).toBe(true);
    return JSON.parse(line) as { msg: string; word?: string };
  });
  expect(parsed.length).toBeGreaterThan(1_000);
  expect(parsed.filter(({ msg }) => msg === 'forged')).toEqual([]);
  expect(app.lines.filter((line) => line.includes('forged'))).toEqual([]);
  // The wire word is what an operator searches for; it is no secret.
  expect(new Set(parsed.map(({ word }) => word))).toContain('invalid');
});
