import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';

/** The way from a record to support: its facts go along, nobody has to copy them. */
export function HelpLink({ about }: { about: `${string}:${string}` }) {
  const t = useTexts('app');
  return (
    <Button tone="quiet" href={`#/pages/service/service?about=${about}`}>
      {t('getHelp')}
    </Button>
  );
}
