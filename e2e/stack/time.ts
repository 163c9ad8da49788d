import type { DevFacts } from './stack.ts';

export const daySec = 86_400;

/** Moves the chain's time and the product's calendar forward together; what became due is done when it answers. */
export async function advance(facts: DevFacts, seconds: number): Promise<Date> {
  const response = await fetch(`${facts.url}/dev/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  });
  const { success, msg, now } = (await response.json()) as { success: boolean; msg: string; now: string };
  if (!success) throw new Error(`/dev/advance: ${msg}`);
  return new Date(now);
}
