/**
 * Does the work for each item, begun in their order, at most `limit` under way at a time. The first failure keeps what is not
 * begun from beginning, and is thrown when all that is under way has ended.
 */
export async function eachAtOnce<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
