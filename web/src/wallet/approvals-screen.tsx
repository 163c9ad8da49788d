/** Filled next. */
export function ApprovalsScreen() {
  return null;
}
