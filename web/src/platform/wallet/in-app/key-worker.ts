import { argon2Key } from './argon2.ts';
import type { KeyRecipe } from './vault.ts';

/** Runs beside the page, so that it stays alive while the key is made. One question, one answer. */
self.addEventListener('message', (event: MessageEvent<{ passphrase: string; recipe: KeyRecipe }>) => {
  argon2Key(event.data.passphrase, event.data.recipe).then(
    (key) => self.postMessage({ key }),
    (error: unknown) => self.postMessage({ problem: String(error) }),
  );
});
