/** Filled next. */
export function RedeemScreen() {
  return null;
}
