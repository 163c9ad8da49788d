import { refuse } from '@openmere/core/kit/refusal.ts';
import { checkDocument, documentKinds } from '@openmere/core/member/identity.ts';
import type { DocumentKind } from '@openmere/core/member/identity.ts';
import { useState } from 'react';
import { CountrySelect } from '../../auth/country-select.tsx';
import { countryProblems } from '../../auth/field-problems.ts';
import { useCountryBar } from '../../auth/use-country-bar.ts';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { useServerClock } from '../../platform/use-server-clock.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { documentNames } from './names.ts';
import { PictureSlot } from './picture-slot.tsx';
import type { Shot } from './picture-slot.tsx';

type Draft = {
  kind: DocumentKind | undefined;
  country: string | undefined;
  name: string;
  number: string;
  birth: string;
  front: Shot | undefined;
  back: Shot | undefined;
};

const problems = [
  'member.badname',
  'member.badnumber',
  'member.badbirth',
  'member.badpicture',
  ...countryProblems,
] as const;
const DAY_LENGTH = 10;

/** Digits with their hyphens as they are typed: `19900131` becomes `1990-01-31`. */
function dateTyped(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter((part) => part !== '').join('-');
}

/** First step: what is on the document, and pictures of it. */
export function DocumentForm() {
  const t = useTexts('identity');
  const attempt = useAttempt();
  const serverNow = useServerClock('business');
  const [draft, setDraft] = useState<Draft>({
    kind: undefined,
    country: undefined,
    name: '',
    number: '',
    birth: '',
    front: undefined,
    back: undefined,
  });
  const set = (change: Partial<Draft>) => setDraft((old) => ({ ...old, ...change }));
  const { kind, country, name, number, birth, front, back } = draft;
  const bar = useCountryBar(country);
  const hasBack = kind !== undefined && kind !== 'passport';

  function findMissing(): string | undefined {
    if (kind === undefined) return t('missingKind');
    if (country === undefined) return t('missingCountry');
    if (name.trim() === '') return t('missingName');
    if (number.trim() === '') return t('missingNumber');
    if (birth.length < DAY_LENGTH) return t('missingBirth');
    if (!front) return t('missingPicture');
    return hasBack && !back ? t('missingBack') : undefined;
  }

  async function send(): Promise<void> {
    if (kind === undefined || country === undefined || !front) return;
    const today = new Date(serverNow()).toISOString().slice(0, DAY_LENGTH);
    refuse(checkDocument({ name, number, birth }, today));
    const pictures = [front.id, ...(hasBack && back ? [back.id] : [])];
    await call('Users/BindIdcard', {
      kind,
      country,
      name: name.trim(),
      number: number.trim(),
      birthdate: birth,
      pictures,
    });
    await refresh('Users/Identity', 'Users/Info');
  }

  return (
    <Form submitLabel={t('next')} missing={findMissing()} onSubmit={() => attempt.run(send)}>
      <Choice
        label={t('kind')}
        options={documentKinds.map((key) => ({ key, label: t(documentNames[key]) }))}
        value={kind}
        onChange={(key) => set({ kind: documentKinds.find((one) => one === key) })}
      />
      <CountrySelect
        label={t('country')}
        value={country}
        onChange={(chosen) => set({ country: chosen })}
        error={attempt.at(...countryProblems)}
      />
      {bar !== undefined && <Notice tone="warn">{t('countryBarred')}</Notice>}
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        value={name}
        onChange={(text) => set({ name: text })}
        maxLength={100}
        autoComplete="name"
        error={attempt.at('member.badname')}
      />
      <TextField
        label={t('number')}
        value={number}
        onChange={(text) => set({ number: text })}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={attempt.at('member.badnumber')}
      />
      <TextField
        label={t('birth')}
        hint={t('birthHint')}
        value={birth}
        onChange={(text) => set({ birth: dateTyped(text) })}
        inputMode="numeric"
        autoComplete="bday"
        error={attempt.at('member.badbirth')}
      />
      <PictureSlot
        label={t('front')}
        hint={t('frontHint')}
        facing="environment"
        shot={front}
        onChange={(shot) => set({ front: shot })}
        error={attempt.at('member.badpicture')}
      />
      {hasBack && (
        <PictureSlot
          label={t('back')}
          hint={t('backHint')}
          facing="environment"
          shot={back}
          onChange={(shot) => set({ back: shot })}
        />
      )}
      <AttemptNotice attempt={attempt} shown={problems} />
    </Form>
  );
}
