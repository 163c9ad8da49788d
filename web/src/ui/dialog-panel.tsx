import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import type { DialogProps } from './sheet.tsx';
import { useNextFrame } from './use-next-frame.ts';
import css from './overlay-panel.module.css';

/** The body of `Dialog`; only `sheet.tsx` imports it, lazily. */
export function DialogPanel({ open, onClose, title, children, footer, locked }: DialogProps) {
  const moving = useNextFrame();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <AlertDialog.Root
      open={open && moving}
      onOpenChange={(next, details) => {
        if (next) return;
        if (locked) details.cancel();
        else onClose();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={css.backdrop} />
        <AlertDialog.Viewport className={css.viewport} data-middle="">
          {/* The question gets the focus, not its first button: Enter must not answer it by accident. */}
          <AlertDialog.Popup ref={popup} className={css.dialog} initialFocus={popup}>
            <AlertDialog.Title className={css.title}>{title}</AlertDialog.Title>
            <AlertDialog.Description className={css.body} render={<div />}>
              {children}
            </AlertDialog.Description>
            {footer !== undefined && <div className={css.actions}>{footer}</div>}
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
