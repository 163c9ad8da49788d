/** A reward's id is its serial number, so that a million of them need no second key. */
export function rewardIdOf(serial: bigint): string {
  return `rwd_${serial}`;
}

/** Undefined for what is no id of a reward. */
export function parseRewardId(id: string): bigint | undefined {
  return /^rwd_[1-9]\d{0,17}$/.test(id) ? BigInt(id.slice(4)) : undefined;
}
