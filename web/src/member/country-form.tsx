import { useState } from 'react';
import { countryName } from '../auth/countries.ts';
import { CountrySelect } from '../auth/country-select.tsx';
import { countryProblems } from '../auth/field-problems.ts';
import { useCountryBar } from '../auth/use-country-bar.ts';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { CancelButton } from '../parts/standard-buttons.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { call } from '../platform/api-client.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { refresh } from '../platform/query.ts';
import { Button } from '../ui/button.tsx';
import { IconGlobe } from '../ui/icon/guard.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Dialog } from '../ui/sheet.tsx';

/** Declares the country once; it is asked again by name, because it can never be changed. */
export function CountryForm({ country: declared }: { country: string | null }) {
  const t = useTexts('member');
  const locale = useLocale();
  const attempt = useAttempt();
  const [country, setCountry] = useState<string>();
  const [asked, setAsked] = useState(false);
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
    setAsked(false);
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
      <Button
        disabledReason={country === undefined ? t('countryNeeded') : bar}
        onPress={() => setAsked(true)}
      >
        {t('countryDeclare', { country: name })}
      </Button>
      <Dialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('countryAsk', { country: name })}
        footer={
          <>
            <Button onPress={declare}>{t('countryDeclare', { country: name })}</Button>
            <CancelButton onPress={() => setAsked(false)} />
          </>
        }
      >
        <p>{t('countryAskText')}</p>
      </Dialog>
    </>
  );
}
