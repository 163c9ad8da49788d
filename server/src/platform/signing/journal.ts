import { appendFile, chmod, open, readFile, truncate } from 'node:fs/promises';

/** What a key signed: for which subject, with which nonce, and the transaction's hash. */
export type Signed = { id: string; nonce: number; hash: string };

/** The signer's own memory of what it signed, outside the database: it outlives a database that is put back to yesterday. */
export type SignerJournal = {
  find(id: string): Signed | undefined;
  readonly size: number;
  /** Resolves when all is on disk, also what an earlier call could not write. What is there already is not written twice. */
  add(entries: readonly Signed[]): Promise<void>;
};

/** Opens a journal file, one JSON line an entry, for its owner alone; a torn last line (a power cut) is removed. */
export async function openSignerJournal(path: string): Promise<SignerJournal> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
  const known = new Map(
    whole
      .split('\n')
      .filter((line) => line !== '')
      .flatMap(parseLine)
      .map((entry) => [entry.id, entry]),
  );
  await appendFile(path, '', { mode: 0o600 });
  await chmod(path, 0o600);
  return journalOver(known, async (entries) => {
    const file = await open(path, 'a', 0o600);
    try {
      // A new line first: the last write may have ended in the middle of one.
      await file.appendFile(`\n${entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')}`);
      await file.datasync();
    } finally {
      await file.close();
    }
  });
}

/** A line that a failed write left unfinished says nothing; its entry stands in a later one. */
function parseLine(line: string): Signed[] {
  try {
    return [JSON.parse(line) as Signed];
  } catch {
    return [];
  }
}

/** A journal that ends with the process, for tests. */
export function memoryJournal(): SignerJournal {
  return journalOver(new Map(), () => Promise.resolve());
}

function journalOver(
  known: Map<string, Signed>,
  write: (entries: readonly Signed[]) => Promise<void>,
): SignerJournal {
  /** Known and not on disk: not written yet, or the last write failed; the next one brings them along. */
  let pending: Signed[] = [];
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    const batch = pending;
    if (batch.length === 0) return;
    await write(batch);
    // What came meanwhile stands behind it.
    pending = pending.slice(batch.length);
  };
  return {
    find: (id) => known.get(id),
    get size() {
      return known.size;
    },
    add(entries) {
      const fresh = entries.filter(({ id }) => !known.has(id));
      for (const entry of fresh) known.set(entry.id, entry);
      pending = [...pending, ...fresh];
      // One write at a time, which takes along all that waits: several payouts are signed at once.
      const written = writing.then(flush);
      writing = written.catch(() => undefined);
      return written;
    },
  };
}
