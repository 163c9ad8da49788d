/** A bug that somebody could write tomorrow, and the invariants that must notice it. */
export interface PlantedBug {
  /** What is wrong then, in a few words. */
  readonly name: string;
  /** Source under `contracts/`. */
  readonly file: string;
  /** Text that stands there exactly once. */
  readonly text: string;
  readonly replacement: string;
}

/** Bugs that the tests of one file must notice, each by itself. */
export interface PlantedGroup {
  /** Test file under `contracts/`. */
  readonly caughtBy: string;
  readonly bugs: readonly PlantedBug[];
}
