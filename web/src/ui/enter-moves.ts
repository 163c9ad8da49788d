import type { FocusEvent, KeyboardEvent } from 'react';

const FIELDS = 'input:not([type="radio"]):not([type="checkbox"]):not(:disabled):not([readonly])';

function fieldsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(FIELDS)];
}

/** The next empty field after this one. */
function nextEmpty(form: HTMLFormElement, field: EventTarget): HTMLInputElement | undefined {
  const fields = fieldsOf(form);
  const at = fields.findIndex((one) => one === field);
  return at < 0 ? undefined : fields.slice(at + 1).find((one) => one.value === '');
}

/**
 * For a form: Enter goes to the next empty field, and only from the last one sends; the phone's keyboard says which of the
 * two its key does.
 */
export const enterMoves = {
  onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const next = nextEmpty(event.currentTarget, event.target);
    if (!next) return;
    event.preventDefault();
    next.focus();
  },
  onFocus(event: FocusEvent<HTMLFormElement>) {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.matches(FIELDS))
      target.enterKeyHint = nextEmpty(event.currentTarget, target) ? 'next' : 'go';
  },
};
