import { Drawer } from '@base-ui/react/drawer';
import { IconClose } from './icon/arrow.tsx';
import type { SheetProps } from './sheet.tsx';
import { useNextFrame } from './use-next-frame.ts';
import css from './overlay-panel.module.css';

/** The body of `Sheet`; only `sheet.tsx` imports it, lazily. */
export function SheetPanel({ open, onClose, title, children, footer, locked, closeLabel }: SheetProps) {
  // Opens one frame after mounting, so that the first opening moves like the later ones.
  const moving = useNextFrame();
  return (
    <Drawer.Root
      open={open && moving}
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
