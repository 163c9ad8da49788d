import { errorText } from '../platform/error-text.ts';
import { showToast } from '../ui/toast-store.ts';

/** What could not be kept is said: the switch, or the mark, stands as before. */
export function sayFailed(error: unknown): void {
  showToast({ text: errorText(error), tone: 'danger' });
}
