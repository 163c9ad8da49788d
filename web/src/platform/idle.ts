/** The first picture and what it asks for come first; only then may anything be fetched that nobody asked for. */
const QUIET_MS = 1200;
const PATIENCE_MS = 5000;

/** Does work that no screen waits for, once the page has been quiet for a moment. Answers a function that calls it off. */
export function whenIdle(work: () => void): () => void {
  let off = false;
  const run = () => {
    if (!off) work();
  };
  const timer = setTimeout(() => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: PATIENCE_MS });
    else run();
  }, QUIET_MS);
  return () => {
    off = true;
    clearTimeout(timer);
  };
}

/** Does work so many milliseconds after the next frame has been painted. Answers a function that calls it off. */
export function afterNextFrame(work: () => void, ms = 0): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work, ms);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

let drawn: () => void;
/**
 * Resolves when the app's own first picture is on the screen: what it does not show itself waits for that. The browser's word for it
 * (first contentful paint) comes sooner: the page shows something by itself until the app is there.
 */
export const firstPicture = new Promise<void>((resolve) => {
  drawn = resolve;
  // A page in the background is not painted.
  setTimeout(resolve, QUIET_MS);
});

/** The app is in the page now, and seen with the next frame. */
export const noteDrawn = () => afterNextFrame(drawn);
