/** Filled next. */
export function TradeScreen() {
  return null;
}
