/** Filled next. */
export function AddLiquidityScreen() {
  return null;
}
