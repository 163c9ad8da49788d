import { Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { ClosableSheet } from '../closable-sheet.tsx';
import { WaitingRows } from '../waiting.tsx';
import css from './content.module.css';

const ContentView = lazyPart(() => import('./content-view.tsx').then((m) => m.ContentView));

/** What is said before a link leads away. */
export type LeaveTexts = { title: string; text: string; leave: string; stay: string };

/**
 * HTML that somebody wrote: cleaned by the server, and once more here, by code that comes when it is needed. Where a link would lead is
 * shown before it does.
 */
export function LinkedContent({ html, texts }: { html: string; texts: LeaveTexts }) {
  const [address, setAddress] = useState<string>();
  const close = () => setAddress(undefined);
  const footer = (
    <a
      className={css.leave}
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      onClick={close}
    >
      {texts.leave}
    </a>
  );
  return (
    <>
      <Suspense fallback={<WaitingRows rows={2} coin={false} />}>
        <ContentView html={html} onLink={setAddress} />
      </Suspense>
      <ClosableSheet open={address !== undefined} onClose={close} title={texts.title} footer={footer}>
        <p>{texts.text}</p>
        <p className={css.address}>{address}</p>
        <Button tone="quiet" onPress={close}>
          {texts.stay}
        </Button>
      </ClosableSheet>
    </>
  );
}
