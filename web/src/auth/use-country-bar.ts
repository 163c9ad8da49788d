import { barredBy } from '@openmere/core/auth/geo.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { errorText } from '../platform/error-text.ts';
import { useConfig } from '../setting/use-config.ts';

/** The refusal of a barred country, by the rule that the server applies; undefined for one that is offered. */
export function useCountryBar(country: string | undefined): string | undefined {
  const barred = useConfig()?.get('geo.barred');
  if (country === undefined || !barredBy({ country }, barred?.split(',') ?? [])) return undefined;
  return errorText(new Refusal('auth.barred'));
}
