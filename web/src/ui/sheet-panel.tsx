import { Drawer } from '@base-ui/react/drawer';
import { useEffect, useState } from 'react';
import { IconClose } from './icon/arrow.tsx';
import css from './overlay-panel.module.css';
import type { SheetProps } from './sheet.tsx';

/** The body of `Sheet`; only `sheet.tsx` imports it, lazily. */
export function SheetPanel({ open, onClose, title, children, footer, locked, closeLabel }: SheetProps) {
  // Opens one render after mounting, so that the first opening moves like the later ones.
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <Drawer.Root
      open={open && mounted}
      disablePointerDismissal={locked}
      onOpenChange={(next, details) => {
        if (next) return;
        if (locked) details.cancel();
        else onClose();
      }}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={css.backdrop} />
        <Drawer.Viewport className={css.viewport}>
          <Drawer.Popup className={css.sheet}>
            <div className={css.handle} aria-hidden="true" />
            <div className={css.head}>
              <Drawer.Title className={css.title}>{title}</Drawer.Title>
              {!locked && (
                <Drawer.Close className={css.close} aria-label={closeLabel}>
                  <IconClose />
                </Drawer.Close>
              )}
            </div>
            <Drawer.Content className={css.content}>{children}</Drawer.Content>
            {footer !== undefined && <div className={css.footer}>{footer}</div>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
