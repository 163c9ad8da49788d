import { readFile } from 'node:fs/promises';
import { allCalls } from '@openmere/core/calls.ts';
import { operatorRoles } from '@openmere/core/kit/call.ts';
import type { Call, OperatorRole } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../test/app.ts';
import type { Heard, SurfaceName, TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import { sampleOf } from './test-samples.ts';

/**
 * Who may call what, written down a second time, in the specification (T06): a call that is opened by mistake in its contract
 * disagrees with these lines, and a new call fails until somebody has decided there who may call it.
 */
const policy = readPolicy(await readFile(new URL('../../../docs/spec/calls.md', import.meta.url), 'utf8'));

type Rule = 'anyone' | 'member' | readonly OperatorRole[];

/** The lines of "Who may call", such as "- Operators: risk, admin: `Admin/Identities` `Admin/IdentityLook`". */
function readPolicy(text: string): ReadonlyMap<string, Rule> {
  const [, section = ''] = text.split('\n## Who may call\n');
  const [lines = ''] = section.split('\n## ');
  const rules = new Map<string, Rule>();
  for (const [, people = '', paths = ''] of lines.matchAll(/^- ([^`]+): (`.+)$/gm))
    for (const [, path = ''] of paths.matchAll(/`([^`]+)`/g)) {
      assert(!rules.has(path), `${path} stands in one line`);
      rules.set(path, ruleOf(people));
    }
  return rules;
}

function ruleOf(people: string): Rule {
  if (people === 'Anyone') return 'anyone';
  if (people === 'A member') return 'member';
  if (people === 'Operators: all roles') return operatorRoles;
  const names = people.replace('Operators: ', '').split(', ');
  const roles = operatorRoles.filter((role) => names.includes(role));
  assert(roles.length === names.length, `${people} are roles of operators`);
  return roles;
}

/** Open calls that the console's own page needs; everything else of the members is not there at all. */
const onConsole = [
  'index',
  'Ctrls/GetConfig',
  'Ctrls/GetEnum',
  'Ctrls/gettime',
  'Ctrls/GetAppVersion',
  'Ctrls/GetAllApkVersion',
];

const ending = ['Users/Logout', 'Users/FreezeOwn', 'Admin/Logout'];

type Verdict = 'absent' | 'notlogin' | 'forbidden' | 'heard';
type Identity = {
  name: string;
  member?: true;
  role?: OperatorRole;
  token: () => Promise<string | undefined>;
};

let app: TestApp;
let identities: Identity[];
beforeAll(async () => {
  app = await openTestApp();
  const { session, operator } = app;
  const [anna, bert] = [await addMember(app, { coins: 100 }), await addMember(app)];
  const child = await addMember(app, { main: anna });
  identities = [
    { name: 'nobody', token: async () => undefined },
    { name: 'a made-up token', token: async () => 'x'.repeat(43) },
    { name: 'a member', member: true, token: () => session(anna.id) },
    { name: 'another member', member: true, token: () => session(bert.id) },
    { name: 'a sub-account', member: true, token: () => session(child.id) },
    { name: 'a revoked session', token: () => session(anna.id, 'revoked') },
    { name: 'an expired session', token: () => session(anna.id, 'expired') },
    ...operatorRoles.map((role) => ({ name: `operator ${role}`, role, token: () => operator(role) })),
    { name: 'a disabled operator', token: () => operator('admin', 'disabled') },
    { name: 'an idle operator', token: () => operator('admin', 'idle') },
  ];
}, 60_000);
afterAll(() => app.close());

function expected(surface: SurfaceName, call: Call, who: Identity): Verdict {
  const rule = policy.get(call.path);
  const isAdmin = call.path.startsWith('Admin/');
  const isServed = surface === 'member' ? !isAdmin : isAdmin || onConsole.includes(call.path);
  if (!isServed) return 'absent';
  if (rule === 'anyone') return 'heard';
  if (rule === 'member') return who.member ? 'heard' : 'notlogin';
  if (who.role === undefined) return 'notlogin';
  return rule?.includes(who.role) ? 'heard' : 'forbidden';
}

function verdictOf({ status, envelope }: Heard): string {
  if (status === 404) return 'absent';
  if (envelope.code === 'notlogin' || envelope.code === 'forbidden') return envelope.code;
  const { reason } = (envelope.data ?? {}) as { reason?: string };
  // 415: the upload was let in and heard no file. 503: the node of this test is silent, and said so.
  const isHeard =
    [200, 415, 503].includes(status) && reason !== 'request.invalid' && reason !== 'request.bug';
  return isHeard ? 'heard' : `${status} ${reason ?? envelope.code}`;
}

test('refuses: nothing by accident: every call stands in the table once, with the access of its contract', () => {
  expect(allCalls.map(({ path }) => path).sort()).toEqual([...policy.keys()].sort());
  for (const { path, access } of allCalls) {
    const rule = policy.get(path);
    const roles = access.kind === 'operator' && access.roles.length > 0 ? access.roles : operatorRoles;
    const told = access.kind === 'open' ? ['anyone'] : access.kind === 'member' ? ['member'] : roles;
    expect(new Set(told), path).toEqual(new Set(typeof rule === 'string' ? [rule] : rule));
  }
});

test.each(['member', 'console'] as const)(
  'refuses: on the %s origin, in every cell of calls × identities, exactly what the table refuses (T06)',
  async (surface) => {
    const wrong: string[] = [];
    let cells = 0;
    for (const who of identities) {
      // One session each; after what ends it comes another.
      let token = await who.token();
      for (const call of allCalls) {
        const body = await sampleOf(call, app.seal);
        // What goes with a file stands in the query.
        const query =
          call.transport === 'multipart' ? `?${new URLSearchParams(body as Record<string, string>)}` : '';
        const heard = await app.post(surface, `${call.path}${query}`, query === '' ? body : {}, { token });
        const verdict = verdictOf(heard);
        if (verdict !== expected(surface, call, who)) wrong.push(`${call.path} × ${who.name}: ${verdict}`);
        cells += 1;
        if (ending.includes(call.path)) token = await who.token();
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBe(allCalls.length * identities.length);
  },
  120_000,
);
