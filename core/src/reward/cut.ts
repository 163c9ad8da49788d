/** The rates by which sums are cut, in basis points, each above 0 and all together 10,000; only the first `count` are any. */
export type Cut = { readonly bps: Int32Array; count: number };

export function newCut(most: number): Cut {
  return { bps: new Int32Array(most), count: 0 };
}

/**
 * Cutting is exact: each part rounded down, the units left over one by one to the largest remainders, the earlier part first where they
 * are equal. With sum = 10⁴ × quotient + odd, a part is quotient × bps, and what this function gives of the odd: so nothing large is
 * divided part by part. `odd` is below 10⁴; `units` takes as many whole units for each part as come of it, 10⁴ at most.
 */
export type OddCutter = (odd: number, cut: Cut, units: Int32Array) => void;

export function openOddCutter(most: number): OddCutter {
  const remainders = new Int32Array(most);
  return (odd, { bps, count }, units) => {
    let over = 0;
    for (let part = 0; part < count; part += 1) {
      const share = odd * (bps[part] ?? 0);
      const whole = Math.floor(share / 10_000);
      const remainder = share - whole * 10_000;
      units[part] = whole;
      remainders[part] = remainder;
      over += remainder;
    }
    // The remainders sum to as many whole units as were rounded away.
    for (let left = over / 10_000; left > 0; left -= 1) {
      let largest = 0;
      for (let part = 1; part < count; part += 1)
        if ((remainders[part] ?? 0) > (remainders[largest] ?? 0)) largest = part;
      remainders[largest] = -1;
      units[largest] = (units[largest] ?? 0) + 1;
    }
  };
}
