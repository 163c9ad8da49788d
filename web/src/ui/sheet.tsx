import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useBackCloses } from './back-closes.ts';
import { lazyPart } from './lazy-part.ts';
import css from './sheet.module.css';

const SheetPanel = lazyPart(() => import('./sheet-panel.tsx').then((m) => m.SheetPanel));
const DialogPanel = lazyPart(() => import('./dialog-panel.tsx').then((m) => m.DialogPanel));

type OverlayProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** The actions: stay in sight while the content scrolls. */
  footer?: ReactNode;
  /** While something is under way it cannot be dismissed: no swipe, no escape, no press outside, no close button. */
  locked?: boolean;
};

export type SheetProps = OverlayProps & { closeLabel: string };
export type DialogProps = OverlayProps;

/** Overlays cost nothing until the first one opens; from then on it stays mounted, so that it can close softly. */
function useEverOpen(open: boolean): boolean {
  const [ever, setEver] = useState(open);
  if (open && !ever) setEver(true);
  return ever;
}

/** A drawer from the bottom; from 640 px on a dialog in the middle. Loaded when first opened. */
export function Sheet(props: SheetProps) {
  useBackCloses(props.open, props.locked, props.onClose);
  if (!useEverOpen(props.open)) return null;
  return (
    <Suspense fallback={<div className={css.scrim} />}>
      <SheetPanel {...props} />
    </Suspense>
  );
}

/** A question in the middle of the screen, answered by the buttons in `footer`. Loaded when first opened. */
export function Dialog(props: DialogProps) {
  useBackCloses(props.open, props.locked, props.onClose);
  if (!useEverOpen(props.open)) return null;
  return (
    <Suspense fallback={<div className={css.scrim} />}>
      <DialogPanel {...props} />
    </Suspense>
  );
}

/** Fetches the overlays in idle time, so that the first one opens at once. */
export async function preloadOverlays(): Promise<void> {
  await Promise.all([import('./sheet-panel.tsx'), import('./dialog-panel.tsx')]);
}
