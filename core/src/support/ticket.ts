/** What a ticket is about, as its member says. */
export const ticketKinds = [
  'deposit',
  'withdrawal',
  'transfer',
  'trade',
  'order',
  'account',
  'safety',
  'other',
] as const;
export type TicketKind = (typeof ticketKinds)[number];

/** Records that a ticket can be opened from; each is a kind of ticket, too. */
export const aboutKinds = ['withdrawal', 'deposit', 'transfer', 'trade', 'order'] as const;
export type AboutKind = (typeof aboutKinds)[number];
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
  'amount',
  'received',
  'fee',
  'burned',
  'address',
  'hash',
  'serial',
  'note',
  'reason',
] as const;
export type FactKey = (typeof factKeys)[number];
