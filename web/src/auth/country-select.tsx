import { useMemo } from 'react';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { Select } from '../ui/select.tsx';
import { countriesOf } from './countries.ts';
import { useCountryBar } from './use-country-bar.ts';

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
