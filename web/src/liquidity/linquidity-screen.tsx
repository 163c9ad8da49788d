/** Filled next. */
export function LinquidityScreen() {
  return null;
}
