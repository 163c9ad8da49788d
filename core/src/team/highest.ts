/** The highest level in each member's team, the member left out, in one pass from the last to the first (see reward/tree.ts). */
export function highestBelow(inviter: Int32Array, levels: Uint8Array): Uint8Array {
  const highest = new Uint8Array(inviter.length);
  for (let member = inviter.length - 1; member >= 0; member -= 1) {
    const above = inviter[member] ?? -1;
    if (above < 0) continue;
    highest[above] = Math.max(highest[above] ?? 0, highest[member] ?? 0, levels[member] ?? 0);
  }
  return highest;
}
