import type { Address } from './addresses.ts';

/**
 * The events that the server follows, by their first topic: keccak-256 of the signature. Written out because core has no
 * hash function; a test on the server compares each with the ABI.
 */
export const eventTopics = {
  /** Transfer(address indexed from, address indexed to, uint256 value), ERC-20. */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** Treasury: Paid(bytes32 indexed id, address indexed token, address indexed to, uint256 amount). */
  paid: '0x37db9851b6c9a32f8ddcf4734e6526de7c85268ef735f7883ea70dc8a39c9c85',
  /** Treasury: SweptToCold(address indexed token, uint256 amount). */
  sweptToCold: '0x94836902178a4134a8850210e0936a19bfc7f312960292c017a511262350b788',
  /** Membership: Activated(address indexed member, address indexed inviter). */
  activated: '0xc0c8d17fc786abc10783be91dad4d3f26c41a5a86591cb59c74c24fbe4b0bb7e',
} as const;

export type Word = `0x${string}`;
export type EventData = { readonly topics: readonly Word[]; readonly data: Word };
export type TransferEvent = { from: Address; to: Address; value: bigint };

/** A 32-byte topic that holds an address → the address in lower case; undefined when the upper 12 bytes are not zero. */
export function parseAddressWord(word: string | undefined): Address | undefined {
  const match = /^0x0{24}([0-9a-fA-F]{40})$/.exec(word ?? '');
  return match?.[1] ? `0x${match[1].toLowerCase()}` : undefined;
}

/** An address → the 32-byte topic that holds it. */
export function formatAddressWord(address: Address): Word {
  return `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`;
}

/** One 32-byte word of event data as a whole number; undefined when the data is anything else. */
export function parseAmountWord(data: string): bigint | undefined {
  return /^0x[0-9a-fA-F]{64}$/.test(data) ? BigInt(data) : undefined;
}

/**
 * Reads an ERC-20 transfer. Undefined for everything that only looks like one: other topics, an indexed value
 * (ERC-721), missing or longer data, dirty address words.
 */
export function parseTransfer(event: EventData): TransferEvent | undefined {
  if (event.topics.length !== 3 || event.topics[0] !== eventTopics.transfer) return undefined;
  const from = parseAddressWord(event.topics[1]);
  const to = parseAddressWord(event.topics[2]);
  const value = parseAmountWord(event.data);
  return from && to && value !== undefined ? { from, to, value } : undefined;
}
