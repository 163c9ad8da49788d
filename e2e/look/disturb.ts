import type { CallPath } from '@openmere/core/calls.ts';
import { expect } from '@playwright/test';
import type { Locator, Page, Route } from '@playwright/test';
import type { MemberApp } from '../page/member-app.ts';

/** What happens to people while they are at it: a reload, back, a lost connection, an answer that never arrives. */
export class Disturbance {
  private readonly app: MemberApp;
  private readonly page: Page;

  constructor(app: MemberApp) {
    this.app = app;
    this.page = app.page;
  }

  /** Reloads: the same place stands again, and `there` with it. */
  async reload(there: Locator): Promise<void> {
    await this.app.reload();
    await this.stands(there);
  }

  /** Nothing is broken, and what one was at is there. */
  async stands(there: Locator): Promise<void> {
    await expect(there).toBeVisible();
    await expect(this.page.getByText('This could not be loaded')).toHaveCount(0);
  }

  /** Back leaves to a place that stands, forward comes back to this one. */
  async backAndForward(before: Locator, there: Locator): Promise<void> {
    await this.page.goBack();
    await this.stands(before);
    await this.page.goForward();
    await this.stands(there);
  }

  /** Back with something over the page closes that, and the page stays. */
  async backCloses(over: Locator, page: Locator): Promise<void> {
    await expect(over).toBeVisible();
    await this.page.goBack();
    await expect(over).toBeHidden();
    await this.stands(page);
  }

  /** The device has no connection: told at once in the place of the page, which is there again with the connection. */
  async loseConnection(there: Locator): Promise<void> {
    const context = this.page.context();
    await context.setOffline(true);
    await expect(this.page.getByText('No connection', { exact: true }).first()).toBeVisible();
    await context.setOffline(false);
    await this.stands(there);
  }

  /** The device has a connection that leads nowhere: what is tried is told as not done, within `where`, and nothing is lost. */
  async unreachable(act: () => Promise<unknown>, where: Locator): Promise<void> {
    const fail = (route: Route) =>
      route.request().method() === 'POST' ? route.abort('connectionfailed') : route.fallback();
    await this.page.route('**/*', fail);
    await act();
    await expect(where.getByText(/Failed to connect to the server/).first()).toBeVisible();
    await this.page.unroute('**/*', fail);
  }

  /** A call reaches the server and its answer does not reach the page: told as not done, within `where`. */
  async loseAnswer(path: CallPath, act: () => Promise<unknown>, where: Locator): Promise<void> {
    let gone = false;
    await this.page.route(
      `**/${path}`,
      async (route) => {
        await route.fetch();
        gone = true;
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await act();
    await expect(where.getByText(/Failed to connect to the server/).first()).toBeVisible();
    expect(gone, `${path} was answered`).toBe(true);
  }
}
