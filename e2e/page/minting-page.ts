import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { MemberApp } from './member-app.ts';
import { Steps } from './signing.ts';
import type { Signing } from './signing.ts';

const authorize = 'Authorize coins to be taken';

/** Hash power and USDO, by what a person sees. */
export class MintingPage {
  readonly steps: Steps;
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
    this.steps = new Steps(app.page);
  }

  /** From the wallet, as a person goes. */
  async openPower(): Promise<void> {
    const { app } = this;
    await app.open('/pages/wallet/wallet', 'Wallet');
    await app.link(/^Hash power/).click();
    await app.at('Mint hash power');
    await expect(this.openToGive).toBeVisible();
  }

  async openUsdo(): Promise<void> {
    const { app } = this;
    await app.open('/pages/wallet/wallet', 'Wallet');
    await app.link(/^USDO Mint it/).click();
    await app.at('Mint USDO');
  }

  get openToGive(): Locator {
    return this.app.field('OPEN to use up');
  }

  async choose(way: 'From USDT' | 'From OPEN' | 'Redeem'): Promise<void> {
    await this.app.page.getByRole('radio', { name: way }).check();
  }

  /** Fills a part of what the wallet holds by its chip, as "25%". */
  async choosePart(part: string): Promise<void> {
    await this.app.button(part).click();
  }

  private async confirm(
    action: RegExp,
    title: string,
    signing: Signing,
    questions: readonly string[],
  ): Promise<void> {
    await this.app.button(action).click();
    const sheet = this.app.page.getByRole('dialog', { name: title });
    await expect(sheet).toBeVisible();
    await signing(sheet, action, questions);
    await expect(sheet).toBeHidden();
    await this.steps.areConfirmed();
  }

  mintPower(signing: Signing): Promise<void> {
    const questions = [authorize, 'Mint hash power'];
    return this.confirm(/Mint .+ hash power$/, 'Review what you mint', signing, questions);
  }

  mintUsdo(signing: Signing): Promise<void> {
    return this.confirm(/Mint .+ USDO$/, 'Review what you mint', signing, [authorize, 'Mint USDO']);
  }

  redeem(signing: Signing): Promise<void> {
    const questions = ['Redeem USDO for USDT'];
    return this.confirm(/Redeem .+ USDO$/, 'Review what you redeem', signing, questions);
  }
}
