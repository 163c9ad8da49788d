import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { MemberApp } from './member-app.ts';

/** The mall as a visitor walks through it. */
export class MallPage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  async open(): Promise<void> {
    await this.app.open('/pages/mall/mall', 'Mall');
    await expect(this.tiles.first()).toBeVisible();
  }

  /** Goods of the list that is shown. */
  get tiles(): Locator {
    return this.app.page.locator('main a[href^="#/pages/mall/goods"]');
  }

  /** Opens the first goods that can be bought. */
  async openFirst(): Promise<void> {
    await this.open();
    await this.tiles.filter({ hasNotText: 'Sold out' }).first().click();
    await expect(this.app.button('Add to cart')).toBeVisible();
  }
}
