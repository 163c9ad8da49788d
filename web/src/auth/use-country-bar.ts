import { barredBy } from '@openmere/core/auth/geo.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { barredCountries } from '@openmere/core/setting/account.ts';
import { errorText } from '../platform/error-text.ts';
import { useSetting } from '../setting/use-setting.ts';

/** What the server will say of a barred country, so that nobody fills in a form for nothing; it alone decides. Undefined for one that is offered. */
export function useCountryBar(country: string | undefined): string | undefined {
  const barred = useSetting(barredCountries);
  if (country === undefined || !barredBy({ country }, barred)) return undefined;
  return errorText(new Refusal('auth.barred'));
}
