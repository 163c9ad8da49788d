import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The newest 6-digit code mailed to an address after a moment; waits for it to arrive. */
export async function mailedCode(data: string, address: string, since: number): Promise<string> {
  const folder = join(data, 'mail');
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    const code = newestCode(folder, address, since);
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`no code was mailed to ${address}`);
}

function newestCode(folder: string, address: string, since: number): string | undefined {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const files = names
    .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .filter((file) => file.time >= since)
    .sort((a, b) => b.time - a.time);
  for (const file of files) {
    const text = readFileSync(file.path, 'utf8');
    if (!text.toLowerCase().includes(address.toLowerCase())) continue;
    const code = /: (\d{6})\r?\n/.exec(text)?.[1];
    if (code) return code;
  }
  return undefined;
}
