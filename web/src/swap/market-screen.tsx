/** Filled next. */
export function MarketScreen() {
  return null;
}
