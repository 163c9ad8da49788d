import { useState } from 'react';
import { countryName } from '../auth/countries.ts';
import { CountrySelect } from '../auth/country-select.tsx';
import { countryProblems } from '../auth/field-problems.ts';
import { useCountryBar } from '../auth/use-country-bar.ts';
import { AskFirst } from '../parts/ask-first.tsx';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { call } from '../platform/api-client.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { refresh } from '../platform/query.ts';
import { IconGlobe } from '../ui/icon/guard.tsx';
import { List, ListRow } from '../ui/list.tsx';

/** Declares the country once; it is asked again by name, because it can never be changed. */
export function CountryForm({ country: declared }: { country: string | null }) {
  const t = useTexts('member');
  const locale = useLocale();
  const attempt = useAttempt();
  const [country, setCountry] = useState<string>();
  const bar = useCountryBar(country);
  if (declared !== null) {
    return (
      <List label={t('country')}>
        <ListRow leading={<IconGlobe />} title={countryName(declared, locale)} subtitle={t('countryFixed')} />
      </List>
    );
  }

  async function declare(): Promise<void> {
    if (country === undefined) return;
    await attempt.run(async () => {
      await call('Users/BindCountry', { country });
      await refresh('Users/Info', 'Chain/Activation');
    });
  }

  const name = country === undefined ? '' : countryName(country, locale);
  return (
    <>
      <CountrySelect
        label={t('country')}
        value={country}
        onChange={setCountry}
        hint={t('countryText')}
        error={attempt.at(...countryProblems)}
      />
      <AttemptNotice attempt={attempt} shown={countryProblems} />
      <AskFirst
        tone="primary"
        label={t('countryDeclare', { country: name })}
        answerTone="primary"
        question={t('countryAsk', { country: name })}
        disabledReason={country === undefined ? t('countryNeeded') : undefined}
        act={declare}
      >
        <p>{t('countryAskText')}</p>
        {bar !== undefined && <p>{t('countryAskBarred')}</p>}
      </AskFirst>
    </>
  );
}
