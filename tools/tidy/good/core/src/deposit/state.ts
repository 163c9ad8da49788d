export type Moment = { Date: number; setTimeout?: never };
