/** Lets "back" close an overlay; answers what to call when it was closed otherwise. */
type HoldBack = (close: () => boolean) => () => void;
export let holdBack: HoldBack = () => () => undefined;

/** Wired once by the app, which knows the history; without it overlays close by their own ways only. */
export function wireBack(hold: HoldBack): void {
  holdBack = hold;
}
