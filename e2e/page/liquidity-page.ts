import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { MemberApp } from './member-app.ts';
import { Steps } from './signing.ts';
import type { Signing } from './signing.ts';

const authorize = 'Authorize coins to be taken';

export class LiquidityPage {
  readonly steps: Steps;
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
    this.steps = new Steps(app.page);
  }

  async open(): Promise<void> {
    await this.app.open('/pages/swap/linquidity/linquidity', 'Liquidity');
  }

  /** What the records hold of a kind, as "Added"; newest first. */
  record(kind: string): Locator {
    return this.app.page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${kind} `) });
  }

  private async review(action: RegExp, title: string): Promise<Locator> {
    await this.app.button(action).click();
    const sheet = this.app.page.getByRole('dialog', { name: title });
    await expect(sheet).toBeVisible();
    return sheet;
  }

  /** Adds so much USDT and what belongs to it, until it is confirmed. */
  async add(usdt: string, signing: Signing): Promise<void> {
    const { app } = this;
    await app.open('/pages/swap/addLiquidity/addLiquidity', 'Add liquidity');
    await app.field('USDT to add').fill(usdt);
    const sheet = await this.review(/^Add .+ USDT and .+ OPEN$/, 'Review what you add');
    await signing(sheet, /Add .+ USDT and .+ OPEN$/, [authorize, authorize, 'Add liquidity']);
    await expect(sheet).toBeHidden();
    await this.steps.areConfirmed();
  }

  async openRemove(): Promise<void> {
    await this.app.open('/pages/swap/reLiquidity/reLiquidity', 'Remove liquidity');
  }

  /** Fills a part of the LP by its chip, as "50%". */
  async choosePart(part: string): Promise<void> {
    await this.app.button(part).click();
  }

  /** Opens the review of a removal. */
  async reviewRemoval(): Promise<Locator> {
    return this.review(/^Remove .+ LP$/, 'Review what you get back');
  }

  /** Types the word, confirms, and waits until it is confirmed on chain. */
  async remove(sheet: Locator, signing: Signing): Promise<void> {
    await sheet.getByLabel('Type “ok” to confirm').fill('ok');
    await signing(sheet, /Remove .+ LP$/, ['Remove liquidity']);
    await expect(sheet).toBeHidden();
    await this.steps.areConfirmed();
  }

  /** Adds again everything that is held. */
  async readdHeld(signing: Signing): Promise<void> {
    const { app } = this;
    await app.open('/pages/swap/reLiquidity/reLiquidity?mode=readd', 'Remove liquidity');
    const sheet = await this.review(/^Re-add .+ OUSD$/, 'Review what you re-add');
    await signing(sheet, /Re-add .+ OUSD$/, [authorize, 'Re-add liquidity']);
    await expect(sheet).toBeHidden();
    await this.steps.areConfirmed();
  }

  /** Turns all OUSD of the wallet into USDT. */
  async redeemAll(signing: Signing): Promise<void> {
    const { app } = this;
    await app.open('/pages/swap/redeem/redeem', 'Redeem OUSD');
    await app.button('Max').click();
    await signing(app.page.getByRole('main'), /Redeem .+ OUSD$/, ['Redeem OUSD for USDT']);
    await this.steps.areConfirmed();
  }
}
