import type { Refusal } from '@openmere/core/kit/refusal.ts';
import { checkSecret } from '@openmere/core/support/secret.ts';
import { useEffect, useState } from 'react';
import { errorText } from '../platform/error-text.ts';

/** Shorter texts hold neither twelve words nor a key: the list of words is fetched only for longer ones. */
const SHORTEST = 36;

/** The words of recovery phrases. Without a network the list may be missing: then keys alone are found here, and the server looks in any case. */
async function phraseWords(): Promise<ReadonlySet<string>> {
  try {
    const { wordlist } = await import('@scure/bip39/wordlists/english.js');
    return new Set(wordlist);
  } catch (error) {
    console.warn('not looked for a recovery phrase', error);
    return new Set();
  }
}

/** What must not be sent, looked for on the device before anything leaves it; the server looks once more. */
export async function findSecretIn(text: string): Promise<Refusal | undefined> {
  if (text.length < SHORTEST) return undefined;
  const words = await phraseWords();
  return checkSecret(text, (word) => words.has(word));
}

/** Why a text must not be sent, while it is typed; undefined where it may be. */
export function useSecretIn(text: string): string | undefined {
  const [found, setFound] = useState<{ text: string; problem: string | undefined }>();
  useEffect(() => {
    let current = true;
    void findSecretIn(text).then(
      (refusal) => current && setFound({ text, problem: refusal && errorText(refusal) }),
    );
    return () => {
      current = false;
    };
  }, [text]);
  return found?.text === text ? found.problem : undefined;
}
