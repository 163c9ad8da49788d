import type { Readers } from './check-logs.ts';
import type { Endpoint } from './endpoint.ts';
import { createFailover } from './failover.ts';
import { createChainReader } from './reader.ts';
import type { ChainReader } from './reader.ts';

type Node = { endpoint: Endpoint; reader: ChainReader };

/**
 * The nodes that are followed, one address each: one is read and, where there are several, another one confirms. Which two,
 * is decided anew for each poll, so that what is read in it comes from one node; healthy ones come first. With three or more
 * addresses a node that is away or wrong is left out; with two, both must agree, and one that is away makes us wait.
 */
export class ReaderChoice {
  readonly #nodes: readonly Node[];
  #turn = 0;

  constructor(endpoints: readonly Endpoint[], chainId: number) {
    this.#nodes = endpoints.map((endpoint) => ({
      endpoint,
      reader: createChainReader(createFailover([endpoint]), chainId),
    }));
  }

  pick(): Readers {
    const { length } = this.#nodes;
    const turned = this.#nodes.map((_, index) => this.#nodes[(index + this.#turn) % length] as Node);
    for (const { endpoint } of turned) endpoint.probe();
    const rank = ({ endpoint }: Node): number => (endpoint.isHealthy ? 0 : 1);
    const [first, second] = turned.toSorted((a, b) => rank(a) - rank(b));
    if (!first) throw new Error('no address to follow');
    return { reader: first.reader, witness: second?.reader };
  }

  /** After a poll that failed: the next one begins with another node. */
  turn(): void {
    this.#turn = (this.#turn + 1) % this.#nodes.length;
  }
}
