import { expect, type Locator } from '@playwright/test';

/** Presses a hold button until it has taken the hold (what moves money is held, not tapped). */
export async function hold(button: Locator): Promise<void> {
  const page = button.page();
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.hover();
  const element = await button.elementHandle();
  if (!element) throw new Error('the button to hold is gone');
  const holding = () => element.evaluate((node) => node.isConnected && node.dataset['stage'] === 'holding');
  await page.mouse.down();
  await expect.poll(holding, { intervals: [50] }).toBe(true);
  await expect.poll(holding, { intervals: [50] }).toBe(false);
  await page.mouse.up();
}
