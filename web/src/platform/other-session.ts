import type { Envelope } from '@openmere/core/kit/call.ts';
import { Unreachable } from './api-client.ts';

const TIMEOUT_MS = 60_000;

/** Asks under another session's token than the one that acts here; what is refused ends nothing. */
export async function askAs(token: string, path: 'Users/Info' | 'Users/Logout'): Promise<Envelope> {
  try {
    const response = await fetch(`/${path}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', Token: token },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'same-origin',
    });
    return (await response.json()) as Envelope;
  } catch (error) {
    throw new Unreachable(error);
  }
}
