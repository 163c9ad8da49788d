import type { FaultCounts, Faults } from '@openmere/server/development-chain/fault-rpc/faults.ts';

/** A node between the product and the chain, as `tools/fault/start.ts` puts it there. */
export class FaultNode {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** The faults from now on; `{}` ends them. */
  async set(faults: Faults): Promise<void> {
    await this.#send('PUT', '/faults', faults);
  }

  /** How often each fault has struck since the start. */
  async counts(): Promise<FaultCounts> {
    const { counts } = (await this.#send('GET', '/faults')) as { counts: FaultCounts };
    return counts;
  }

  /** Takes back the newest blocks; transactions to an address of `lost` are forgotten, the others come again. */
  async reorg(depth: number, lost: readonly string[]): Promise<void> {
    await this.#send('POST', '/reorg', { depth, lost });
  }

  async #send(method: string, path: string, body?: unknown): Promise<unknown> {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await fetch(`${this.#url}${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  }
}
