import type { Ctx } from '../platform/context.ts';
import { putConfig } from './config-store.ts';
import { definitions } from './definitions.ts';
import type { SettingName } from './definitions.ts';
import { forgetSettings, readText } from './read.ts';

/**
 * Changes one configuration value and keeps the former in the history. `changedBy` is an operator's id or
 * `installation`. Throws a TypeError when the text is no such value. Writing the value that stands changes nothing.
 */
export async function writeSetting(
  ctx: Pick<Ctx, 'tx'>,
  { name, text, changedBy }: { name: SettingName; text: string; changedBy: string },
): Promise<void> {
  const { tx } = ctx;
  readText(name, text);
  const { key: idx } = definitions[name];
  await putConfig(tx, { idx, val: text, changedBy });
  forgetSettings();
}
