/** The push of a change may come before its answer, or some seconds after it. */
const PUSH_MS = 10_000;

let ownUntil = 0;

/** Changes the payment password from this tab, which says so itself. */
export async function changeHere(change: () => Promise<unknown>): Promise<void> {
  ownUntil = Infinity;
  try {
    await change();
    ownUntil = Date.now() + PUSH_MS;
  } catch (error) {
    ownUntil = 0;
    throw error;
  }
}

/** Whether a change that is pushed now is this tab's own: its member need not be warned of it. */
export const isChangedHere = (): boolean => Date.now() < ownUntil;
