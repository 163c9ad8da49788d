import { indexOfLocale, locales } from '@openmere/core/kit/language.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, reasonIn } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addMember } from '../../test/people.ts';

let app: TestApp;
let operators: { content: string; one: string; two: string };
beforeAll(async () => {
  app = await openTestApp();
  operators = {
    content: await app.operator('content'),
    one: await app.operator('admin'),
    two: await app.operator('admin'),
  };
}, 60_000);
afterAll(() => app.close());

type Whole = { number: number; texts: Texts; draft: { texts: Texts; hash: string } | null };
type Proposal = { id: string; dryrun: { hash: string; changes: unknown[]; everyone: boolean } };

async function act<T>(path: string, body: object, token: string): Promise<T> {
  const heard = await app.post('console', path, body, { token });
  return (heard.envelope.success ? heard.envelope.data : { reason: reasonIn(heard) }) as T;
}
const read = (body: object = { kind: 'privacy' }) => act<Whole>('Admin/Agreement', body, operators.content);
const save = (texts: Texts) =>
  act<Whole>('Admin/AgreementSave', { kind: 'privacy', texts }, operators.content);
const change = (value: string) => ({ kind: 'agreement', subject: 'privacy', value });
async function propose(value: string): Promise<Proposal> {
  const found = await act<{ hash: string }>('Admin/DryRun', change(value), operators.one);
  return act('Admin/Propose', { ...change(value), reason: 'New text', hash: found.hash }, operators.one);
}
const confirm = ({ id, dryrun }: Proposal, token = operators.two) =>
  act<{ status?: string; reason?: string }>('Admin/ProposalConfirm', { id, hash: dryrun.hash }, token);
const ask = (body: object, locale: 'en' | 'th' = 'en') =>
  app.post('member', 'Ctrls/Agreement', body, { headers: { lang: String(indexOfLocale(locale)) } });

test('refuses: a version that is not there, a draft that lacks a language or is not the one that was read', async () => {
  expect(reasonIn(await ask({ kind: 'privacy', version: '2' }))).toBe('auth.noagreement');
  const { texts } = await read();
  const { ko: _ko, ...lacking } = { ...texts, en: 'Short' };
  const kept = await save(lacking);
  expect(await act('Admin/DryRun', change(kept.draft?.hash ?? ''), operators.one)).toEqual({
    reason: 'auth.agreementtexts',
  });
  expect(await act('Admin/DryRun', change('0'.repeat(64)), operators.one)).toEqual({
    reason: 'auth.agreementdraft',
  });
  // The texts that hold are no draft.
  expect((await save(texts)).draft).toBeNull();
  expect(await act('Admin/DryRun', { ...change(''), subject: 'cookies' }, operators.one)).toEqual({
    reason: 'operator.badvalue',
  });
});

test('refuses: to write over a draft that somebody else changed or took back meanwhile', async () => {
  const { texts } = await read();
  const keep = (en: string, draft: string) =>
    act<Whole & { reason?: string }>(
      'Admin/AgreementSave',
      { kind: 'privacy', texts: { ...texts, en }, draft },
      operators.content,
    );
  const first = (await keep('First', 'none')).draft?.hash ?? '';
  expect(await keep('Hers', 'none')).toEqual({ reason: 'operator.changedmeanwhile' });
  const second = (await keep('Second', first)).draft?.hash ?? '';
  expect(second).not.toBe(first);
  expect(await keep('Hers', first)).toEqual({ reason: 'operator.changedmeanwhile' });
  expect((await read()).draft?.texts['en']).toBe('Second');
  expect((await save(texts)).draft).toBeNull();
  expect(await keep('Hers', second)).toEqual({ reason: 'operator.changedmeanwhile' });
});

test('refuses: to publish alone, or what was changed after it was proposed', async () => {
  const { texts } = await read();
  const first = await save({ ...texts, en: 'We keep little.' });
  const proposal = await propose(first.draft?.hash ?? '');
  expect(await confirm(proposal, operators.one)).toEqual({ reason: 'operator.secondperson' });
  await save({ ...texts, en: 'We keep much.' });
  expect(await confirm(proposal)).toEqual({ reason: 'auth.agreementdraft' });
  expect((await read()).number).toBe(1);
});

test('refuses: a draft over a version that somebody else published meanwhile', async () => {
  const { number, texts } = await read();
  await save(texts);
  const keep = (opened: number) =>
    act<Whole & { reason?: string }>(
      'Admin/AgreementSave',
      { kind: 'privacy', texts: { ...texts, en: 'Mine' }, draft: 'none', number: opened },
      operators.content,
    );
  expect(await keep(number - 1)).toEqual({ reason: 'operator.changedmeanwhile' });
  expect((await keep(number)).draft?.texts['en']).toBe('Mine');
  await save(texts);
});

test('behavior: the first version has its nine languages, and says that it came with the program', async () => {
  for (const locale of locales) {
    const heard = await app.post(
      'member',
      'Ctrls/Agreement',
      { kind: 'risk' },
      { headers: { lang: String(indexOfLocale(locale)) } },
    );
    const found = heard.envelope.data as { locale: string; content: string; standard: boolean };
    expect(found).toMatchObject({ locale, version: 'risk-1', number: 1, standard: true, current: true });
    expect(found.content.split('\n\n')).toHaveLength(6);
  }
});

test('behavior: two operators publish the next version; readers get it, and the one before stays', async () => {
  const who = await addMember(app);
  const token = await app.session(who.id);
  const info = async () =>
    (await app.post('member', 'Users/Info', {}, { token })).envelope.data as { agreementsdue: string };
  await app.post('member', 'Users/AcceptAgreements', { agreements: 'user-1,privacy-1,risk-1' }, { token });
  expect((await info()).agreementsdue).toBe('');
  const before = await read();
  const kept = await save({ ...before.texts, en: 'We keep little.\r\n\r\n\r\nWe sell nothing. ' });
  const proposal = await propose(kept.draft?.hash ?? '');
  expect(proposal.dryrun).toMatchObject({
    changes: [
      { what: 'agreement', before: 'privacy-1', after: 'privacy-2' },
      { what: 'agreementlanguages', before: null, after: 'en' },
    ],
    everyone: true,
  });
  expect((await info()).agreementsdue).toBe('');
  expect((await confirm(proposal)).status).toBe('confirmed');
  expect((await info()).agreementsdue).toBe('privacy-2');
  expect((await ask({ kind: 'privacy' })).envelope.data).toMatchObject({
    version: 'privacy-2',
    content: 'We keep little.\n\nWe sell nothing.',
    standard: false,
    versions: [{ number: 2 }, { number: 1 }],
  });
  expect((await ask({ kind: 'privacy', version: '1' }, 'th')).envelope.data).toMatchObject({
    current: false,
    content: before.texts.th,
  });
  expect(await read()).toMatchObject({ number: 2, draft: null, texts: { th: before.texts.th } });
  expect((await read({ kind: 'privacy', version: '1' })).texts).toEqual(before.texts);
});

test('refuses: to change or remove a version, whoever asks', async () => {
  for (const table of ['agreement_version', 'agreement_text'])
    for (const statement of [`update ${table} set version = 9`, `delete from ${table}`]) {
      await expect(sql.raw(statement).execute(app.owner)).rejects.toThrow('never changed or removed');
    }
});
