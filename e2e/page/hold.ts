import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';

/** Longer than any hold, also on a busy machine. */
const withinMs = 20_000;

/**
 * Presses a hold button until it has taken the hold (what moves money is held, not tapped). Its stages are watched inside the page:
 * on a busy machine a whole hold can pass between two looks from outside.
 */
export async function hold(button: Locator): Promise<void> {
  const page = button.page();
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.hover();
  const element = await button.elementHandle();
  if (!element) throw new Error('the button to hold is gone');
  // Watched before the press: what is asked of the page and what is pressed go different ways, and one can overtake the other.
  const watch = await element.evaluateHandle((node, limitMs) => {
    const taken = new Promise<void>((resolve, reject) => {
      let began = false;
      const look = () => {
        const stage = node.isConnected ? node.dataset['stage'] : undefined;
        if (stage === 'holding') began = true;
        else if (began) end(stage === 'hint' ? 'the hold was broken off' : undefined);
      };
      const observer = new MutationObserver(look);
      const timer = setTimeout(() => end(began ? 'the hold does not end' : 'the hold never began'), limitMs);
      function end(problem?: string) {
        observer.disconnect();
        clearTimeout(timer);
        if (problem === undefined) resolve();
        else reject(new Error(problem));
      }
      observer.observe(document, { subtree: true, childList: true, attributeFilter: ['data-stage'] });
    });
    return { taken };
  }, withinMs);
  await page.mouse.down();
  await watch.evaluate(({ taken }) => taken);
  await page.mouse.up();
}
