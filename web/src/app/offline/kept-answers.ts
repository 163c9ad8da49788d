import { sealedText } from '../../platform/sealed-text.ts';
import type { KeptAnswer } from './kept-calls.ts';

/** Older figures help nobody, and somebody who comes back after so long logs in anew. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60_000;

type Kept = { owner: string; at: number; answers: KeptAnswer[] };

const sealed = sealedText('openmere-offline');

/** Whose answers these are, without keeping the token a second time. */
export async function ownerOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`offline ${token}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What was kept for this session; nothing of somebody else, and nothing that is too old. */
export async function readKept(owner: string): Promise<KeptAnswer[]> {
  const text = await sealed.read();
  if (text === undefined) return [];
  const kept = JSON.parse(text) as Partial<Kept>;
  const isOurs = kept.owner === owner && Date.now() - (kept.at ?? 0) <= KEPT_FOR_MS;
  return isOurs ? (kept.answers ?? []) : [];
}

/** Writes all of it anew. */
export async function writeKept(owner: string, answers: KeptAnswer[]): Promise<void> {
  await sealed.write(JSON.stringify({ owner, at: Date.now(), answers } satisfies Kept));
}

/** Logged out, or another account: the answers go, and their key with them. */
export const dropKept = (): Promise<void> => sealed.drop();
