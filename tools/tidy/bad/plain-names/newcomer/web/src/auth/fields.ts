export type Newcomer = { code: string };
