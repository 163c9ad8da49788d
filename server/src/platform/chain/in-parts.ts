/** Questions on their way to a node at once. */
const QUESTIONS_MAX = 3;

/** Asks for `items` in parts of `size`, a few parts at a time. @returns all answers in order; throws the first failure. */
export async function inParts<T, R>(
  items: readonly T[],
  size: number,
  ask: (part: readonly T[]) => Promise<R[]>,
): Promise<R[]> {
  const answers: R[][] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let part = next; part * size < items.length; part = next) {
      next += 1;
      answers[part] = await ask(items.slice(part * size, (part + 1) * size));
    }
  };
  await Promise.all(Array.from({ length: QUESTIONS_MAX }, lane));
  return answers.flat();
}
