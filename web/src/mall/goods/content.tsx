import { lazy, Suspense, useState } from 'react';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import css from './content.module.css';

const ContentView = lazy(async () => ({ default: (await import('./content-view.tsx')).ContentView }));

/** Where a link of a seller's text would lead, before it does. */
function LinkSheet({ address, onClose }: { address: string | undefined; onClose: () => void }) {
  const t = useTexts('mall');
  const footer = (
    <a
      className={css.leave}
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      onClick={onClose}
    >
      {t('openLink')}
    </a>
  );
  return (
    <ClosableSheet open={address !== undefined} onClose={onClose} title={t('linkTitle')} footer={footer}>
      <p>{t('linkText')}</p>
      <p className={css.address}>{address}</p>
      <Button tone="quiet" onPress={onClose}>
        {t('stay')}
      </Button>
    </ClosableSheet>
  );
}

/** What the seller writes about it: cleaned by the server, and once more here, by code that comes when it is needed. */
export function Content({ html }: { html: string }) {
  const t = useTexts('mall');
  const [address, setAddress] = useState<string>();
  if (html.trim() === '') return null;
  return (
    <section className={css.section}>
      <SectionTitle>{t('description')}</SectionTitle>
      <Suspense fallback={<WaitingRows rows={2} coin={false} />}>
        <ContentView html={html} onLink={setAddress} />
      </Suspense>
      <LinkSheet address={address} onClose={() => setAddress(undefined)} />
    </section>
  );
}
