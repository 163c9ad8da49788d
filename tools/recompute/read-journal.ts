/** What asks PostgreSQL. */
export type Asks = { query: <R extends object>(text: string, values?: unknown[]) => Promise<{ rows: R[] }> };

/** A posting of the journal, in the order of posting. */
export type JournalRow = {
  readonly row: bigint;
  readonly source: string;
  readonly destination: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly kind: string;
  readonly reference: string;
  readonly at: number;
};

type Row = Omit<JournalRow, 'row' | 'amount' | 'at'> & { row: string; amount: string; at: string };

/** All postings of the accounts whose names begin so, and of these kinds. Reads the whole journal: this program may take its time. */
export async function readJournal(
  db: Asks,
  prefixes: readonly string[],
  kinds: readonly string[] = [],
): Promise<JournalRow[]> {
  const { rows } = await db.query<Row>(
    `select j.id::text as row, s.name as source, d.name as destination, s.asset as coin, j.amount::text, k.name as kind,
       h.reference, (extract(epoch from case when k.name = 'order-complete' then coalesce((h.data->>'at')::timestamptz, b.time)
         else b.time end) * 1000)::bigint::text as at
     from ledger.journal j
     join ledger.journal h on h.id = j.id - j.line
     join ledger.kind k on k.id = h.kind
     join ledger.batch b on b.id = j.id >> 12
     join ledger.account s on s.id = j.source
     join ledger.account d on d.id = j.destination
     where k.name = any($2::text[])
       or exists (select from unnest($1::text[]) p(prefix) where starts_with(s.name::text, prefix) or starts_with(d.name::text, prefix))
     order by j.id`,
    [[...prefixes], [...kinds]],
  );
  return rows.map((row) => ({
    ...row,
    row: BigInt(row.row),
    amount: BigInt(row.amount),
    at: Number(row.at),
  }));
}

/** A fee of the ledger's own, with the day whose settlement divided it. */
export type LedgerFee = {
  readonly day: number;
  readonly payer: string;
  readonly coin: string;
  readonly fee: bigint;
};

/**
 * Transfers and withdrawals leave their fee in an account, and a day's settlement takes all out of it that it divides: the oldest
 * first. So each fee belongs to the settlement whose sum it fills. Throws when a sum ends within a fee.
 */
export function listLedgerFees(rows: readonly JournalRow[], account: string): LedgerFee[] {
  const waiting = new Map<string, { payer: string; fee: bigint }[]>();
  const taken = new Map<string, bigint>();
  const found: LedgerFee[] = [];
  const takeOut = (coin: string, day: number, sum: bigint): void => {
    const queue = waiting.get(coin) ?? [];
    let left = sum;
    while (left > 0n) {
      const fee = queue.shift();
      if (!fee || fee.fee > left)
        throw new Error(`${account} ${coin}: the division of day ${day} ends within a fee`);
      left -= fee.fee;
      found.push({ day, coin, ...fee });
    }
  };
  let open: { coin: string; day: number } | undefined;
  const close = (): void => {
    if (open) takeOut(open.coin, open.day, taken.get(open.coin) ?? 0n);
    if (open) taken.delete(open.coin);
    open = undefined;
  };
  for (const { source, destination, coin, amount, kind, reference } of rows) {
    const day = /^fee-division:(\d+)$/.exec(reference)?.[1];
    const isDivision = source === account && kind === 'fee-division' && day !== undefined;
    if (open && !(isDivision && open.coin === coin && open.day === Number(day))) close();
    if (isDivision) {
      open = { coin, day: Number(day) };
      taken.set(coin, (taken.get(coin) ?? 0n) + amount);
    } else if (destination === account) {
      const payer = /^member:([^:]+):/.exec(source)?.[1];
      const queue = waiting.get(coin) ?? [];
      queue.push({ payer: payer ?? source, fee: amount });
      waiting.set(coin, queue);
    }
  }
  close();
  return found;
}

/** What a completed order of the mall kept of what was paid: its money all leaves the buyer's held account, whoever gets it. */
export type Purchase = { readonly member: string; readonly at: number; readonly value: bigint };

export function listPurchases(rows: readonly JournalRow[]): Purchase[] {
  const found = new Map<string, Purchase>();
  for (const { kind, source, coin, amount, reference, at } of rows) {
    const member = /^member:([^:]+):held$/.exec(source)?.[1];
    if (kind !== 'order-complete' || member === undefined || coin === 'OBL') continue;
    found.set(reference, { member, at, value: (found.get(reference)?.value ?? 0n) + amount });
  }
  return [...found.values()];
}

/** The referral part of a fee by the shares of `swap.feeShares`: rounded down each, units left over to the largest remainders. */
export function referralPart(fee: bigint, shares: readonly { of: string; percent: number }[]): bigint {
  const parts = shares.map(({ of, percent }, place) => {
    const exact = fee * BigInt(percent);
    return { of, place, amount: exact / 100n, cutOff: exact % 100n };
  });
  const left = fee - parts.reduce((sum, { amount }) => sum + amount, 0n);
  const ordered = [...parts].sort((a, b) => Number(b.cutOff - a.cutOff) || a.place - b.place);
  const extra = new Set(ordered.slice(0, Number(left)).map(({ of }) => of));
  const referral = parts.find(({ of }) => of === 'referral');
  return (referral?.amount ?? 0n) + (extra.has('referral') ? 1n : 0n);
}
