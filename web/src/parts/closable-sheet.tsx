import { useTexts } from '../platform/i18n.ts';
import { Sheet } from '../ui/sheet.tsx';
import type { SheetProps } from '../ui/sheet.tsx';

/** A sheet whose close button speaks the member's language. */
export function ClosableSheet(props: Omit<SheetProps, 'closeLabel'>) {
  return <Sheet {...props} closeLabel={useTexts('app')('close')} />;
}
