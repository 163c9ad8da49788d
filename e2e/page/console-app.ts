import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { totpOf } from '../stack/operators.ts';
import type { DevFacts } from '../stack/stack.ts';

/** The operators' console in one browser page. */
export class ConsoleApp {
  readonly page: Page;
  private readonly facts: DevFacts;

  constructor(page: Page, facts: DevFacts) {
    this.page = page;
    this.facts = facts;
  }

  /** Logs in with the authenticator's code; a code works once, so a second login waits for the next one. */
  async login(index: 0 | 1): Promise<void> {
    const operator = this.facts.operators[index];
    if (!operator) throw new Error('dev.json names fewer than two operators');
    await this.page.goto(this.facts.consoleUrl);
    await this.page.getByLabel('Account').fill(operator.account);
    await this.page.getByLabel('Password').fill(operator.password);
    const inside = this.page.getByRole('button', { name: 'Log out' });
    await expect(async () => {
      // A busy machine answers late: who is in already has no field for a code.
      if (await inside.isVisible()) return;
      await this.page
        .getByLabel('Code of your authenticator')
        .fill(totpOf(operator.totpSecret), { timeout: 2_000 });
      await this.page.getByRole('button', { name: 'Log in' }).click({ timeout: 2_000 });
      await expect(inside).toBeVisible({ timeout: 8_000 });
    }).toPass({ timeout: 45_000, intervals: [1_000] });
  }

  /** The session's token: the console keeps it in the tab. */
  async token(): Promise<string> {
    return this.page.evaluate(() => sessionStorage.getItem('openmere.console.token') ?? '');
  }

  async openQueue(): Promise<void> {
    await this.page.goto(`${this.facts.consoleUrl}/#/withdrawals`);
    await expect(this.page.getByRole('heading', { name: 'Withdrawals' })).toBeVisible();
  }

  /** Opens a page of the console by its address and waits for its heading. */
  async open(path: string, heading: string): Promise<void> {
    await this.page.goto(`${this.facts.consoleUrl}/#${path}`);
    await expect(this.page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  }

  /** As first person: looks at what it does, and proposes it with a reason. */
  async propose(look: string | RegExp, reason: string): Promise<void> {
    await this.page.getByRole('button', { name: look }).click();
    await expect(this.page.getByText('Journal entries that it posts')).toBeVisible();
    // Beside it may stand the reason for saying no at once.
    await this.page.getByPlaceholder('Why, and how you know').fill(reason);
    await this.page.getByRole('button', { name: 'Propose', exact: true }).click();
    await expect(this.page.getByText('You proposed this. Another operator must confirm it.')).toBeVisible();
  }

  /** As second person: confirms exactly what is shown. */
  async confirm(): Promise<void> {
    const done = this.page.getByText('Done, exactly as shown');
    // The message about what was confirmed just before would be taken for this one's.
    await expect(done).toHaveCount(0);
    await this.page.getByRole('button', { name: 'Confirm: do exactly this' }).click();
    await expect(done).toBeVisible();
  }

  /** Opens one withdrawal of the queue by its number. */
  async review(id: string): Promise<Locator> {
    await this.page.getByRole('button', { name: `Review ${id}` }).click();
    const drawer = this.page.getByRole('dialog', { name: 'Withdrawal' });
    await expect(drawer).toBeVisible();
    return drawer;
  }

  /** Writes the reason, decides, and reads what was recorded. */
  async decide(drawer: Locator, decision: RegExp, reason: string, recorded: string): Promise<void> {
    await drawer.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await drawer.getByRole('button', { name: decision }).click();
    await expect(this.page.getByText(recorded)).toBeVisible();
    await expect(drawer).toBeHidden();
  }
}
