/** Filled next. */
export function DetailScreen() {
  return null;
}
