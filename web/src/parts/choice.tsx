import { useTexts } from '../platform/i18n.ts';
import { Select } from '../ui/select.tsx';
import type { SelectProps } from '../ui/select.tsx';

type OwnTexts = 'placeholder' | 'closeLabel' | 'searchLabel' | 'noneFound';

/** A select whose own texts are in the member's language. */
export function Choice(props: Omit<SelectProps, OwnTexts>) {
  const app = useTexts('app');
  return (
    <Select
      {...props}
      placeholder={app('choose')}
      closeLabel={app('close')}
      searchLabel={app('search')}
      noneFound={app('noneFound')}
    />
  );
}
