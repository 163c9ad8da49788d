import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** "Try again" within a line or a notice. */
export function RetryLink({ onRetry }: { onRetry: () => unknown }) {
  return <TextLink onPress={() => void onRetry()}>{useTexts('app')('retry')}</TextLink>;
}

/** "Try again" as a button. */
export function RetryButton({ onRetry, size }: { onRetry: () => unknown; size?: 'small' }) {
  return (
    <Button tone="secondary" size={size} onPress={() => void onRetry()}>
      {useTexts('app')('retry')}
    </Button>
  );
}
