/**
 * Runs `work` for each item, at most `lanes` at once, and gives the results in the order of the items. Nothing is added up
 * while others are under way: a sum that is read before a wait and written after it would lose what came in between.
 */
export async function runInLanes<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, item] = next;
      results[at] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
