import type { OutputOf } from '@openmere/core/calls.ts';
import { useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** The account is frozen, and who can lift that: a sub-account has no login of its own to prove who it is. Texts: `pay`. */
export function FrozenNotice({ main }: { main: OutputOf<'Users/Info'>['main'] }) {
  const t = useTexts('pay');
  const title = t('frozenTitle');
  if (main)
    return (
      <Notice tone="warn" title={title}>
        {t('frozenByMain', { name: main.nickname })}
      </Notice>
    );
  return (
    <Notice
      tone="warn"
      title={title}
      action={<TextLink href="#/pages/mine/safety/safety">{t('frozenAction')}</TextLink>}
    >
      {t('frozenText')}
    </Notice>
  );
}
