import { addressOf } from '../platform/address.ts';
import { t } from '../platform/texts.ts';

/** To what operators did to one thing. */
export function AuditLink({ about }: { about: string }) {
  return <a href={`#${addressOf('/audit', { search: about })}`}>{t('audit')}</a>;
}
