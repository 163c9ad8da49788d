import { Caller, floods } from './requests.ts';
import type { FloodName } from './requests.ts';

/** One flood in a process of its own: `node flood.ts <url> <name> <connections> <ms> <tokens>`; prints what came back. */
const [url = '', name = 'candles', connections = '60', ms = '1000', tokens = ''] = process.argv.slice(2);
const { send } = floods[name as FloodName];
const caller = new Caller(url, Number(connections));
const counts: Record<string, number> = {};
const end = performance.now() + Number(ms);

async function stream(): Promise<void> {
  while (performance.now() < end) {
    const answer = await send(caller, tokens.split(',')).catch(() => undefined);
    const key = answer ? String(answer.status) : 'broken';
    counts[key] = (counts[key] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: Number(connections) }, stream));
caller.close();
process.stdout.write(JSON.stringify(counts));
