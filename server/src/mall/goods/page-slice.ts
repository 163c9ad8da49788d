import type { PageSlice } from './type-store.ts';

const PAGE_SIZE = 20;

/** Which rows a page has; `page` begins at 1, 20 rows unless told. */
export function sliceOf({ page = 1, pageSize = PAGE_SIZE }: { page?: number; pageSize?: number }): PageSlice {
  return { offset: (page - 1) * pageSize, limit: pageSize };
}
