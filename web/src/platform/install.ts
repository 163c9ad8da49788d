import { create } from 'zustand';

/** What Chromium browsers hand over instead of asking by themselves. */
type InstallEvent = Event & { prompt(): Promise<unknown> };

/** `prompt`: the browser would put the app on the home screen when asked to. */
export const useInstall = create<{ prompt: (() => Promise<void>) | undefined }>(() => ({
  prompt: undefined,
}));

/** Makes the page an app for the home screen. The browser does not ask for itself: a row among the settings does. */
export function offerInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    const ask = async () => {
      useInstall.setState({ prompt: undefined });
      await (event as InstallEvent).prompt();
    };
    useInstall.setState({ prompt: ask });
  });
  window.addEventListener('appinstalled', () => useInstall.setState({ prompt: undefined }));
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
}

/** iPhones and iPads have no such question; their own menu does it. False where the app was opened from the home screen. */
export function isAddedByShare(): boolean {
  return (navigator as { standalone?: boolean }).standalone === false;
}
