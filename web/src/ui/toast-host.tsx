import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from './icon-button.tsx';
import { IconClose } from './icon/arrow.tsx';
import { IconCheckCircle, IconFailed } from './icon/sign.tsx';
import { currentToasts, dismissToast, watchToasts } from './toast-store.ts';
import type { ToastEntry } from './toast-store.ts';
import css from './toast-host.module.css';

function Toast({ toast, closeLabel }: { toast: ToastEntry; closeLabel: string }) {
  const { id, stayMs, action, tone = 'plain' } = toast;
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (waiting) return;
    const timer = setTimeout(() => dismissToast(id), stayMs);
    return () => clearTimeout(timer);
  }, [id, stayMs, waiting]);
  return (
    <div
      className={css.toast}
      data-tone={tone}
      role={tone === 'danger' ? 'alert' : 'status'}
      onPointerEnter={() => setWaiting(true)}
      onPointerLeave={() => setWaiting(false)}
      onFocus={() => setWaiting(true)}
      onBlur={() => setWaiting(false)}
    >
      {tone === 'good' && <IconCheckCircle size={20} />}
      {tone === 'danger' && <IconFailed size={20} />}
      <span className={css.text}>{toast.text}</span>
      {action !== undefined && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            dismissToast(id);
            action.onPress();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label={closeLabel} icon={<IconClose size={20} />} onPress={() => dismissToast(id)} />
    </div>
  );
}

/** Where toasts appear; stands once in the shell. Messages wait while the pointer or the focus is on them. */
export function ToastHost({ label, closeLabel }: { label: string; closeLabel: string }) {
  const toasts = useSyncExternalStore(watchToasts, currentToasts);
  return (
    <section className={css.host} aria-label={label} aria-live="polite">
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </section>
  );
}
