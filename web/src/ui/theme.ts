export type ThemeChoice = 'system' | 'light' | 'dark';

/**
 * Puts the theme on the page and colours the browser's own bar with the page's ground.
 * Keeping the choice is the caller's work; call it before the first render, so that nothing flashes.
 */
export function applyTheme(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = choice;
  const ground = getComputedStyle(root).getPropertyValue('--bg').trim();
  if (ground !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
}

/** Which colour rises: red by the convention of zh, ja and ko, green elsewhere; a setting may turn it. */
export function applyRise(rise: 'green' | 'red'): void {
  document.documentElement.dataset['rise'] = rise;
}
