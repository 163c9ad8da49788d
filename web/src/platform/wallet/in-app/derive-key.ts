// oxlint-disable-next-line import/default -- the bundler makes this module: the address of the built worker
import workerUrl from './key-worker.ts?worker&url';
import type { DeriveKey } from './vault.ts';

type Answer = { key: Uint8Array<ArrayBuffer> } | { problem: string };
type ScriptPolicy = { createScriptURL(url: string): string };
type Policies = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };

/** Under "require-trusted-types-for 'script'" a worker's address must say that it is meant: this one file, no other. */
function trustedWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  if (!trustedTypes) return workerUrl;
  const policy = trustedTypes.createPolicy('openmere-key-worker', {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError('not the key worker');
      return url;
    },
  });
  return policy.createScriptURL(workerUrl);
}

let url: string | undefined;

/** The key of a passphrase, made in a worker that is gone afterwards, and its memory with it. */
export const deriveKey: DeriveKey = (passphrase, recipe) =>
  new Promise((resolve, reject) => {
    url ??= trustedWorkerUrl();
    const worker = new Worker(url, { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<Answer>) => {
      worker.terminate();
      if ('key' in event.data) resolve(event.data.key);
      else reject(new Error(event.data.problem));
    });
    worker.addEventListener('error', (event) => {
      worker.terminate();
      reject(new Error(event.message || 'the key worker did not start'));
    });
    worker.postMessage({ passphrase, recipe });
  });
