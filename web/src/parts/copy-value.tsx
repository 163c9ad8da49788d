import { useTexts } from '../platform/i18n.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { showToast } from '../ui/toast-store.ts';

/** An address, hash or code in full, to be copied; says so when the browser does not let it. */
export function CopyValue({ label, value, shown }: { label: string; value: string; shown?: string }) {
  const app = useTexts('app');
  return (
    <CopyField
      label={label}
      value={value}
      shown={shown}
      copyLabel={app('copy')}
      copiedLabel={app('copied')}
      onFailed={() => showToast({ text: app('copyFailed'), tone: 'danger' })}
    />
  );
}
