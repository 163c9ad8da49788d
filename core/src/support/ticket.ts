/**
 * Records that a ticket can be opened from, each with the groups of words (Ctrls/GetEnum) that its state, and its type where
 * it has one, are named by.
 */
const aboutTable = {
  withdrawal: { status: 'withdrawal' },
  deposit: { status: 'deposit' },
  fiat: { status: 'fiat' },
  transfer: { status: 'transfer' },
  trade: { status: 'trade' },
  liquidity: { status: 'chain', type: 'liquidity' },
  minting: { status: 'chain' },
  usdo: { status: 'chain' },
  node: { status: 'chain', type: 'node' },
  reward: { status: 'reward', type: 'rewardkind' },
  bonus: { status: 'bonus', type: 'bonuskind' },
  order: { status: 'order' },
  activation: { status: 'activation' },
} as const;
export type AboutKind = keyof typeof aboutTable;
export const aboutKinds = Object.keys(aboutTable) as [AboutKind, ...AboutKind[]];
export const aboutWords: Readonly<Record<AboutKind, { readonly status: string; readonly type?: string }>> =
  aboutTable;

/** What a ticket is about, as its member says: a kind of record, or something else. */
export const ticketKinds = [...aboutKinds, 'account', 'safety', 'other'] as const;
export type TicketKind = (typeof ticketKinds)[number];

export type About = { readonly kind: AboutKind; readonly id: string };

/** `open`: support has to answer · `answered`: the member has · `closed`. */
export const ticketStatuses = ['open', 'answered', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const ticketActs = ['write', 'answer', 'close'] as const;
export type TicketAct = (typeof ticketActs)[number];

/** The member writes, support answers, either closes. Whether a closed one may still be written to, its age decides. */
export function nextTicket(act: TicketAct): TicketStatus {
  if (act === 'write') return 'open';
  return act === 'answer' ? 'answered' : 'closed';
}

const ABOUT = /^([a-z]+):([a-z]{2,4}_[0-9A-Za-z-]{1,64})$/;

/** `withdrawal:wdr_…`, as a link into the help names a record; undefined for anything else. */
export function parseAbout(text: string): About | undefined {
  const [, name, id = ''] = ABOUT.exec(text) ?? [];
  const kind = aboutKinds.find((one) => one === name);
  return kind && { kind, id };
}

export function formatAbout({ kind, id }: About): string {
  return `${kind}:${id}`;
}

/** What a ticket keeps of the record that it is about, as it was then. */
export const factKeys = [
  'type',
  'amount',
  'usdt',
  'open',
  'lp',
  'ousd',
  'held',
  'received',
  'fee',
  'burned',
  'address',
  'hash',
  'serial',
  'reference',
  'note',
  'reason',
] as const;
export type FactKey = (typeof factKeys)[number];

/** The names of states and types, as Ctrls/GetEnum answers them. */
type Words = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** The state of a record in words; its bare word until they are known. */
export function factStatus(facts: { kind: AboutKind; status: string }, words: Words | undefined): string {
  return words?.[aboutWords[facts.kind].status]?.[facts.status] ?? facts.status;
}

/** A text among a record's facts as it is read: the type has a name, the others are what they are. */
export function factText(
  kind: AboutKind,
  { key, value }: { key: FactKey; value: string },
  words: Words | undefined,
): string {
  return key === 'type' ? (words?.[aboutWords[kind].type ?? '']?.[value] ?? value) : value;
}
