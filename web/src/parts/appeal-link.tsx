import { useTexts } from '../platform/i18n.ts';
import { useSessionStore } from '../platform/session.ts';
import { TextLink } from '../ui/text-link.tsx';

/** The way to contradict a refusal that has a number: a request of members, a message of visitors, which begins with what they were told. */
export function AppealLink({ told }: { told: string }) {
  const t = useTexts('guard');
  const isMember = useSessionStore((state) => state.token !== undefined);
  const text = encodeURIComponent(t('appealText', { text: told }));
  const page = isMember ? 'service?new=1&question' : 'feedback?text';
  return <TextLink href={`#/pages/service/${page}=${text}`}>{t('appeal')}</TextLink>;
}
