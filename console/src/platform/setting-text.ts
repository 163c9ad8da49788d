import { findTextKey, t } from './texts.ts';

/** A configuration value by what it is; one that this console does not know yet by its wire name. */
export function settingText(idx: string): string {
  const key = findTextKey(`setting_${idx.replaceAll('.', '_')}`);
  return key === undefined ? idx : t(key);
}
