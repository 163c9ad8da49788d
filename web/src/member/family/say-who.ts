import { call } from '../../platform/api-client.ts';
import { findText, loadTexts } from '../../platform/i18n.ts';
import { showToast } from '../../ui/toast-store.ts';

/** Another tab has switched the account: a word on who one is now. */
export async function sayWho(): Promise<void> {
  const [{ nickname }] = await Promise.all([call('Users/Info', {}), loadTexts(['family'])]);
  showToast({ text: findText('family.switched', { name: nickname }) ?? nickname });
}
