import { barredBy } from '@openmere/core/auth/geo.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { useMemo } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { useConfig } from '../setting/use-config.ts';
import { Select } from '../ui/select.tsx';
import { countriesOf } from './countries.ts';

/** The refusal of a barred country, by the rule that the server applies; undefined for one that is offered. */
export function useCountryBar(country: string | undefined): string | undefined {
  const barred = useConfig()?.get('geo.barred');
  if (country === undefined || !barredBy({ country }, barred?.split(',') ?? [])) return undefined;
  return errorText(new Refusal('auth.barred'));
}

export type CountrySelectProps = {
  value: string | undefined;
  onChange: (country: string) => void;
  hint?: string;
  error?: string | undefined;
};

/** The country, searched by name or code; a barred one is refused at once. */
export function CountrySelect({ value, onChange, hint, error }: CountrySelectProps) {
  const app = useTexts('app');
  const locale = useLocale();
  const bar = useCountryBar(value);
  const options = useMemo(
    () => countriesOf(locale).map(({ code, name, findBy }) => ({ key: code, label: name, findBy })),
    [locale],
  );
  return (
    <Select
      label={app('country')}
      options={options}
      value={value}
      onChange={onChange}
      placeholder={app('choose')}
      closeLabel={app('close')}
      searchLabel={app('search')}
      noneFound={app('noneFound')}
      hint={hint}
      error={bar ?? error}
    />
  );
}
