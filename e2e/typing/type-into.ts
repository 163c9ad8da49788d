import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { watchFaults } from '../look/watch.ts';

/** The server refuses by status, too, which the browser writes to the console: no fault of the page. */
const refusedByServer = /^console: Failed to load resource: the server responded with a status of 4\d\d/;

/** So long no further field may come. */
const STABLE_MS = 300;

/** Where something is typed, and everything that went wrong on the way. */
export class Typist {
  readonly page: Page;
  private readonly faults: string[];
  readonly wrong: string[] = [];

  private constructor(page: Page, faults: string[]) {
    this.page = page;
    this.faults = faults;
  }

  static async at(page: Page, url: string): Promise<Typist> {
    const typist = new Typist(page, await watchFaults(page, url));
    page.on('response', (response) => {
      if (response.status() >= 500) typist.faults.push(`server: ${response.status()} ${response.url()}`);
    });
    return typist;
  }

  /** Every field of the page, or of what lies over it, that takes text. */
  async fields(): Promise<Locator[]> {
    const over = this.page.getByRole('dialog');
    const scope = (await over.count()) > 0 ? over.last() : this.page.locator('body');
    const text = ['radio', 'checkbox', 'range', 'file', 'hidden'].map((type) => `:not([type="${type}"])`);
    const all = scope.locator(`input${text.join('')}:visible, textarea:visible`);
    await expect(all.first()).toBeVisible();
    // A part that comes late brings fields before the others: nothing is typed until all are there.
    await expect(scope.locator('[aria-busy="true"]:visible')).toHaveCount(0);
    for (let count = -1; count !== (await all.count());) {
      count = await all.count();
      await this.page.waitForTimeout(STABLE_MS);
    }
    return all.all();
  }

  /** Every beginning of what belongs there, by the keyboard; then each text key by key, and once more as if pasted. */
  async typeInto(field: Locator, valid: string, odd: readonly string[]): Promise<void> {
    const { page } = this;
    const label = await labelOf(field);
    const heading = (await page.locator('h1').textContent()) ?? '';
    await field.fill('');
    await field.pressSequentially(valid);
    const stood = (await page.locator('h1').textContent()) === heading;
    // A code that is complete goes on by itself, and the field with it; a part that comes late brings fields of its own.
    const same = stood && (await field.isVisible()) && (await labelOf(field)) === label;
    if (same) this.compare(`${heading}, “${label}”`, valid, await field.inputValue());
    const fell = stood ? await field.evaluate(typeInPage, { odd, heading, keysMost }) : [];
    const where = `${heading}, “${label}”`;
    this.wrong.push(...fell.map((text) => `${where}: ${text}`));
    this.gather(where);
    const now = await page.locator('h1').textContent();
    if (now !== heading) this.wrong.push(`${where}: became “${now}” while “${valid}” was typed`);
    else await field.fill('').catch(() => undefined);
  }

  /** Each letter that was typed stands there, however the field sets it. */
  private compare(where: string, typed: string, value: string): void {
    const bare = (text: string) =>
      text
        .normalize('NFKC')
        .replaceAll(/[\s.,-]/g, '')
        .toLowerCase();
    if (bare(value) !== bare(typed)) this.wrong.push(`${where}: “${typed}” stands there as “${value}”`);
  }

  gather(where: string): void {
    const faults = this.faults.splice(0).filter((fault) => !refusedByServer.test(fault));
    this.wrong.push(...faults.map((fault) => `${where}: ${fault}`));
  }
}

function labelOf(field: Locator): Promise<string> {
  return field.evaluate(
    (node) => (node as HTMLInputElement).labels?.[0]?.textContent ?? node.getAttribute('aria-label') ?? '',
  );
}

type Task = { odd: readonly string[]; heading: string; keysMost: number };
/** Longer texts are typed up to here and then pasted whole: more digits than any field takes. */
const keysMost = 34;

/**
 * Runs in the page: a text is inserted as the browser's editing does it, one key after the other, and the screen is looked
 * at after each. Halves of a letter and nought bytes, which no keyboard makes, come by the value itself, as pasted.
 */
async function typeInPage(node: Element, { odd, heading, keysMost }: Task): Promise<string[]> {
  const field = node as HTMLInputElement | HTMLTextAreaElement;
  const wrong: string[] = [];
  const channel = new MessageChannel();
  // A timer would wait 4 ms each time; what React does for a key is done by the next task.
  const rendered = () =>
    new Promise((resolve) => {
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(0);
    });
  const stands = (text: string) => {
    const now = document.querySelector('h1')?.textContent ?? '(no heading)';
    if (now !== heading) wrong.push(`became “${now}” after ${JSON.stringify(text.slice(0, 60))}`);
    return now === heading;
  };
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
  async function paste(text: string) {
    property?.set?.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste', data: text }));
    await rendered();
  }
  for (const text of odd) {
    if (!field.isConnected || field.disabled || field.readOnly) break;
    field.focus();
    field.select();
    document.execCommand('delete');
    for (const key of Array.from(text).slice(0, keysMost)) {
      const init = { key, bubbles: true, cancelable: true };
      field.dispatchEvent(new KeyboardEvent('keydown', init));
      document.execCommand('insertText', false, key);
      field.dispatchEvent(new KeyboardEvent('keyup', init));
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await rendered();
      if (!stands(text)) return wrong;
    }
    // oxlint-disable-next-line no-await-in-loop -- one text after the other
    await paste(text);
    if (!stands(text)) return wrong;
  }
  // oxlint-disable-next-line no-await-in-loop -- leaves the field as a person does
  await paste('');
  field.blur();
  await rendered();
  return wrong;
}
