import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { MemberApp } from './member-app.ts';

export class MarketPage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  async open(): Promise<void> {
    await this.app.open('/pages/swap/swap', 'Swap');
  }

  /** The latest trades of everybody. */
  get latest(): Locator {
    return this.app.page.getByRole('list', { name: 'Latest trades' });
  }

  /** The candles as a table. */
  async openTable(interval: string): Promise<void> {
    await this.app.open(`/pages/swap/kline/kline?interval=${interval}&view=table`, 'OPEN / USDT');
  }

  /** Rows of the table, the newest candle first. */
  get candles(): Locator {
    const table = this.app.page.getByRole('table', { name: 'Candles as a table' });
    return table.locator('tbody').getByRole('row');
  }

  /** The chart itself, walked by arrow keys like a slider. */
  get chart(): Locator {
    return this.app.page.getByRole('slider', { name: 'Candles, OPEN in USDT' });
  }

  async chartIsDrawn(): Promise<void> {
    await expect(this.chart.locator('canvas').first()).toBeVisible();
  }
}
