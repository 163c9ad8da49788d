/** The server's clock of business, from what it said when it answered. */
export function clockOf(now: string, fetchedAt: number): () => number {
  const ahead = Date.parse(now) - fetchedAt;
  return () => Date.now() + ahead;
}
