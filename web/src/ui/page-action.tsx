import { Button } from './button.tsx';
import type { ButtonProps } from './button.tsx';
import { useResting } from './resting.ts';

/** The form of the page: fields anywhere on it belong to it, and the page's action is its button. */
export const PAGE_FORM = 'page-form';

/** What the page is for: the button that Enter and the keyboard's "Go" press from any amount field of the page. */
export function PageAction(props: Omit<ButtonProps, 'type' | 'form' | 'href'>) {
  const resting = useResting();
  return (
    <Button {...props} disabledReason={resting ?? props.disabledReason} type="submit" form={PAGE_FORM} />
  );
}
