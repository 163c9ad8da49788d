import { useRef, useState } from 'react';

/**
 * A press that cannot happen twice: while the promise of the handler is pending, further presses are ignored.
 * A rejection unlocks too and stays visible as an unhandled rejection, because reporting it is the caller's work.
 */
export function usePressOnce(onPress: (() => unknown) | undefined): [pending: boolean, press: () => void] {
  const held = useRef(false);
  const [pending, setPending] = useState(false);
  function press() {
    if (held.current || !onPress) return;
    const result = onPress();
    if (!(result instanceof Promise)) return;
    held.current = true;
    setPending(true);
    void result.finally(() => {
      held.current = false;
      setPending(false);
    });
  }
  return [pending, press];
}
