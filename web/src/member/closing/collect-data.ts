import { call } from '../../platform/api-client.ts';
import { saveFile } from '../../platform/save-file.ts';

/** Of records that are written in several answers, one part. */
type Part = { name: string; asked: Record<string, string>; rows: unknown[]; refused?: string | undefined };

/** Asks for all of one's data, answer after answer, and saves it as one file. @returns how many rows are in it. */
export async function collectData(onProgress: (rows: number) => void): Promise<number> {
  const parts = new Map<string, Part>();
  let made = '';
  let count = 0;
  let cursor: string | null = null;
  do {
    const answer: Awaited<ReturnType<typeof ask>> = await ask(cursor);
    if (made === '') made = answer.made;
    for (const part of answer.parts) {
      const key = JSON.stringify([part.name, part.asked]);
      const before = parts.get(key);
      parts.set(key, before ? { ...before, rows: [...before.rows, ...part.rows] } : part);
      count += part.rows.length;
    }
    onProgress(count);
    cursor = answer.cursor;
  } while (cursor !== null);
  const text = JSON.stringify({ made, parts: [...parts.values()] }, null, 2);
  saveFile(`openmere-${made.slice(0, 10)}.json`, new Blob([text], { type: 'application/json' }));
  return count;
}

const ask = (cursor: string | null) => call('Users/Export', cursor === null ? {} : { cursor });
