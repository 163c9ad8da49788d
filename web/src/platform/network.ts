import { useSyncExternalStore } from 'react';

type Connection = EventTarget & { effectiveType?: string };

function connection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection;
}

/** `none` opens the error page, `slow` (2G/3G) shows a notice (specification §4). */
export type NetworkState = 'good' | 'slow' | 'none';

export function networkState(): NetworkState {
  if (!navigator.onLine) return 'none';
  return ['slow-2g', '2g', '3g'].includes(connection()?.effectiveType ?? '') ? 'slow' : 'good';
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  connection()?.addEventListener('change', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
    connection()?.removeEventListener('change', listener);
  };
}

export function useNetwork(): NetworkState {
  return useSyncExternalStore(subscribe, networkState);
}
