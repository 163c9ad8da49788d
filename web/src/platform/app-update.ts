import type { Locale } from '@openmere/core/kit/language.ts';
import { create } from 'zustand';
import { currentLocale } from './i18n.ts';
import { whenIdle } from './idle.ts';

const WORKER_URL = '/service-worker.js';
/** A page that stays open asks so often whether there is a newer build. */
const ASK_EVERY_MS = 60 * 60_000;
/** A worker takes over within a moment, or not at all. */
const TAKE_OVER_MS = 5000;

type ScriptPolicy = { createScriptURL(url: string): string };
type Policies = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };

/** Whether a newer build is here and waits to be taken. */
export const useUpdateReady = create<{ ready: boolean }>(() => ({ ready: false }));

/** Undefined where the browser has none, or not on this address (plain http). */
export function container(): ServiceWorkerContainer | undefined {
  return (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
}

/** Under "require-trusted-types-for 'script'" a worker's address must say that it is meant: this one file, no other. */
function trustedUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  if (!trustedTypes) return WORKER_URL;
  const policy = trustedTypes.createPolicy('openmere-service-worker', {
    createScriptURL(url) {
      if (url !== WORKER_URL) throw new TypeError('not the service worker');
      return url;
    },
  });
  return policy.createScriptURL(WORKER_URL);
}

/** Notices each new build that has been fetched. The first worker of a page replaces nothing and waits for nobody. */
function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    if (registration.waiting && registration.active) useUpdateReady.setState({ ready: true });
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  let asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !navigator.onLine || Date.now() - asked < ASK_EVERY_MS) return;
    asked = Date.now();
    registration.update().catch((error: unknown) => console.warn('not asked for a newer build', error));
  });
}

/** Makes the worker of this page. */
export async function register(workers: ServiceWorkerContainer): Promise<void> {
  const registration = await workers.register(trustedUrl(), { updateViaCache: 'none' });
  watch(registration);
  const { active } = await workers.ready;
  active?.postMessage({ locale: currentLocale() });
}

/** The worker keeps the texts of this language, too, for a time without a network. */
export function keepLanguage(locale: Locale): void {
  container()?.controller?.postMessage({ locale });
}

let started = false;

/**
 * Keeps the app's files on this device, from the first quiet moment on, so that it opens without a network. Members only: who
 * just looks around pays for nothing; and nobody who asked to save data.
 */
export function keepApp(): void {
  const workers = container();
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!import.meta.env.PROD || started || !workers || connection?.saveData === true) return;
  started = true;
  whenIdle(() => {
    register(workers).catch((error: unknown) =>
      console.warn('the app is not kept on this device: it needs a network to open', error),
    );
  });
}

/** Whether the next worker answers for this page now. */
function isTakenOver(workers: ServiceWorkerContainer): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), TAKE_OVER_MS);
    workers.addEventListener(
      'controllerchange',
      () => {
        clearTimeout(timer);
        resolve(true);
      },
      { once: true },
    );
  });
}

async function apply(): Promise<void> {
  const workers = container();
  const registration = await workers?.getRegistration();
  if (workers && registration?.waiting) {
    const over = isTakenOver(workers);
    registration.waiting.postMessage({ apply: true });
    if (!(await over)) {
      // Chromium drops a take-over when anything is asked of the former worker at that moment, and a reload then waits for minutes.
      // Without a worker the page comes over the network, and makes a new one; without a network it is left as it stands.
      if (!navigator.onLine) return;
      await registration.unregister();
    }
  }
  location.reload();
}

let applying: Promise<void> | undefined;

/**
 * The member takes the newest build: one reload, however often it is asked for. Only ever called on a tap; no page reloads by
 * itself because another one took a new build.
 */
export function applyUpdate(): Promise<void> {
  applying ??= apply().finally(() => {
    applying = undefined;
  });
  return applying;
}
