import type { Row } from '../../../console/src/deposit/api.ts';
export type Line = Row;
