let leadOn: (() => void) | undefined;

/** While something leads through several screens, each of them hands over to it when its own part is done. */
export function holdThread(lead: () => void): () => void {
  leadOn = lead;
  return () => {
    if (leadOn === lead) leadOn = undefined;
  };
}

/** A screen's part is done: on to the next one where something leads, else what the screen does by itself. */
export function endPart(otherwise: () => void): void {
  (leadOn ?? otherwise)();
}
