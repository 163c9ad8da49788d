/** What a toast says. Plain text only: a toast is read out and gone. */
export type ToastInput = {
  text: string;
  tone?: 'plain' | 'good' | 'danger';
  action?: { label: string; onPress: () => void };
  /** How long it stays, in milliseconds. Default: by the length of the text, at least 4000. */
  stayMs?: number;
};

export type ToastEntry = ToastInput & { id: number; stayMs: number };

const SHOWN_MAX = 3;
const STAY_MIN_MS = 4000;
const STAY_PER_CHARACTER_MS = 70;

let toasts: readonly ToastEntry[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function replace(next: readonly ToastEntry[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a short message over the page; the same text again replaces the one in sight. Answers a function that takes it away. */
export function showToast(input: ToastInput): () => void {
  const id = nextId;
  nextId += 1;
  const stayMs = input.stayMs ?? Math.max(STAY_MIN_MS, input.text.length * STAY_PER_CHARACTER_MS);
  const others = toasts.filter((toast) => toast.text !== input.text);
  replace([...others, { ...input, id, stayMs }].slice(-SHOWN_MAX));
  return () => dismissToast(id);
}

/** Takes one toast away. */
export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

/** For `ToastHost`. */
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For `ToastHost`: the same array until something changes. */
export function currentToasts(): readonly ToastEntry[] {
  return toasts;
}
