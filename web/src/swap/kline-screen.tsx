/** Filled next. */
export function KlineScreen() {
  return null;
}
