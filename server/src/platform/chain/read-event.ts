import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { parseAddressWord } from '@openmere/core/chain/events.ts';
import { decodeAbiParameters, getAbiItem, toEventSelector } from 'viem';
import type { Abi, AbiEvent, AbiParameter, ContractEventName, GetEventArgs } from 'viem';
import type { ChainLog, Hex } from './log.ts';

/** What a log says, by its ABI. Addresses in lower case. */
export type EventArgs<A extends Abi, Name extends ContractEventName<A>> = GetEventArgs<
  A,
  Name,
  { EnableUnion: false; IndexedOnly: false; Required: true }
>;
type Said = Pick<ChainLog, 'topics' | 'data'>;

/**
 * A reader of the logs of one event. It answers undefined for what only looks like one: another event, topics or data of
 * another number, dirty address words, a flag that is neither 0 nor 1.
 *
 * viem decodes; what is looked up in the ABI, is looked up once. `decodeEventLog` hashes the event's signature and the
 * checksum of every address again for each log: 45 to 125 µs a log, where this takes some 10 (docs/decisions/0054).
 */
export function eventReader<const A extends Abi, Name extends ContractEventName<A>>(
  abi: A,
  name: Name,
): (log: Said) => EventArgs<A, Name> | undefined {
  const event = getAbiItem({ abi: abi as Abi, name: name as string }) as AbiEvent;
  const topic0 = toEventSelector(event);
  const indexed = event.inputs.filter((input) => input.indexed);
  const others = event.inputs.filter((input) => !input.indexed);
  const inputs = [...indexed, ...others];
  // An address is read as the word that it stands in: without its checksum, and so that the rest of the word is seen.
  const words = inputs.map((input) => (input.type === 'address' ? { ...input, type: 'bytes32' } : input));
  const split = others.some(isDynamic) ? indexed.length : words.length;
  const dataLength = split === words.length ? 2 + 64 * others.length : undefined;
  // Several handlers read the same log, and a range that is read ahead is read before it is applied.
  const known = new WeakMap<Said, EventArgs<A, Name>>();
  return (log) => {
    const { topics, data } = log;
    if (topics[0] !== topic0 || topics.length !== indexed.length + 1) return undefined;
    if (dataLength !== undefined && data.length !== dataLength) return undefined;
    const before = known.get(log);
    if (before) return before;
    const values = decode(words, split, topics, data);
    const args = values && (argsOf(inputs, values) as EventArgs<A, Name> | undefined);
    if (args) known.set(log, args);
    return args;
  };
}

/** Reads an ERC-20 transfer; an indexed value (ERC-721) is none. */
export const readTransfer = eventReader(erc20Abi, 'Transfer');
export type TransferEvent = NonNullable<ReturnType<typeof readTransfer>>;

function isDynamic({ type }: AbiParameter): boolean {
  return type === 'bytes' || type === 'string' || type.endsWith(']') || type.startsWith('tuple');
}

/** Topics and data as one, but for data with offsets, which count from its own beginning. */
function decode(
  words: readonly AbiParameter[],
  split: number,
  topics: readonly Hex[],
  data: Hex,
): readonly unknown[] | undefined {
  let head: Hex = '0x';
  for (let at = 1; at < topics.length; at += 1) head = `${head}${topics[at]?.slice(2) ?? ''}`;
  try {
    if (split === words.length) return decodeAbiParameters(words, `${head}${data.slice(2)}`);
    return [
      ...decodeAbiParameters(words.slice(0, split), head),
      ...decodeAbiParameters(words.slice(split), data),
    ];
  } catch {
    // Not by this ABI: what anybody's contract may emit is no fault of ours.
    return undefined;
  }
}

function argsOf(inputs: readonly AbiParameter[], values: readonly unknown[]): object | undefined {
  const args: Record<string, unknown> = {};
  for (const [at, { name = '', type }] of inputs.entries()) {
    const value = type === 'address' ? parseAddressWord(values[at] as Hex) : values[at];
    if (value === undefined) return undefined;
    args[name] = value;
  }
  return args;
}
