import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { hold } from './hold.ts';
import type { MemberApp } from './member-app.ts';

/**
 * How the owner of a wallet says yes to what a sheet of the app shows: `steps` is what the wallet signs, in order.
 */
export type Signing = (where: Locator, action: RegExp, steps: readonly string[]) => Promise<void>;

/** A wallet outside the page: the app's own button is held, the wallet answers by itself. */
export const byHolding: Signing = async (where, action) => {
  await hold(where.getByRole('button', { name: new RegExp(`^Hold: ${action.source}`) }));
};

/** The wallet of this device asks in its own sheet, once for all of it, and is held there. */
export function byInAppWallet(app: MemberApp, passphrase: string): Signing {
  return async (where, action, steps) => {
    await where.getByRole('button', { name: action }).click();
    await app.inApp.send(passphrase, steps);
  };
}

/** The line of steps of a transaction; the newest one where several are shown. */
export class Steps {
  readonly list: Locator;
  /** What stands there when it is confirmed; the steps are folded then. */
  private readonly result: Locator;
  private readonly main: Locator;

  constructor(page: Page) {
    this.main = page.getByRole('main');
    this.list = page.getByRole('list', { name: 'Steps of the transaction' }).first();
    this.result = page.locator('[data-result="done"]').first();
  }

  /** Shows the steps of what is done. */
  async unfold(): Promise<void> {
    await this.result.getByText('Steps of the transaction', { exact: true }).click();
  }

  step(title: string): Locator {
    return this.list.getByRole('listitem').filter({ hasText: title });
  }

  async areConfirmed(): Promise<void> {
    await expect(this.result)
      .toBeVisible({ timeout: 40_000 })
      .catch(async (error: unknown) => {
        // Where it stopped instead says more than that nothing came.
        throw new Error(`${String(error)}\n${await this.main.innerText()}`);
      });
  }

  /** It waits in the network: sent, not confirmed. */
  async areWaiting(): Promise<void> {
    await expect(this.step('Sent')).toHaveAttribute('data-state', 'done', { timeout: 40_000 });
    await expect(this.step('Confirmed on chain')).toHaveAttribute('data-state', 'current');
  }
}
