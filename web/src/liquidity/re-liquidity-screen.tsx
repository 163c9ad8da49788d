/** Filled next. */
export function ReLiquidityScreen() {
  return null;
}
