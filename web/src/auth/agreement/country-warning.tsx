import { useMemberQuery } from '../../member/use-member-query.ts';
import { Notice } from '../../ui/notice.tsx';

/** What members of a country have to be told wherever money goes in, in the words that its rules ask for. */
export function CountryWarning() {
  const warning = useMemberQuery().data?.countrywarning ?? '';
  return warning === '' ? null : <Notice tone="warn">{warning}</Notice>;
}
