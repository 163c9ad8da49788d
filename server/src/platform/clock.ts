/** The time for decisions of use cases; tests pass their own. Locks and caps use the database's clock instead. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
