import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';

type Props = { onPress: () => unknown; tone?: 'primary' | 'secondary' | 'quiet' };

/** Read, chosen or arrived: goes away without doing anything more. */
export function DoneButton({ onPress, tone = 'primary' }: Props) {
  return (
    <Button tone={tone} onPress={() => void onPress()}>
      {useTexts('app')('done')}
    </Button>
  );
}

/** Leaves a question without an answer. */
export function CancelButton({ onPress, tone = 'quiet' }: Props) {
  return (
    <Button tone={tone} onPress={() => void onPress()}>
      {useTexts('app')('cancel')}
    </Button>
  );
}

export function MoreButton({ onPress }: Props) {
  return (
    <Button tone="secondary" onPress={() => void onPress()}>
      {useTexts('app')('more')}
    </Button>
  );
}

/** From the first rows of something to all of them. */
export function SeeAllLink({ href }: { href: string }) {
  return <TextLink href={href}>{useTexts('app')('seeAll')}</TextLink>;
}
