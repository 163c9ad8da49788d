import { useMemo } from 'react';
import { Choice } from '../parts/choice.tsx';
import { useLocale } from '../platform/i18n.ts';
import { countriesOf } from './countries.ts';
import { useCountryBar } from './use-country-bar.ts';

export type CountrySelectProps = {
  label: string;
  value: string | undefined;
  onChange: (country: string) => void;
  hint?: string;
  error?: string | undefined;
};

/** The country, searched by name or code; of a barred one it is said at once. */
export function CountrySelect({ label, value, onChange, hint, error }: CountrySelectProps) {
  const locale = useLocale();
  const bar = useCountryBar(value);
  const options = useMemo(
    () => countriesOf(locale).map(({ code, name, findBy }) => ({ key: code, label: name, findBy })),
    [locale],
  );
  return (
    <Choice
      label={label}
      options={options}
      value={value}
      onChange={onChange}
      hint={hint}
      error={bar ?? error}
    />
  );
}
