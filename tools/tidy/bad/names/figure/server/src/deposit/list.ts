const PAGE_SIZE = 20;
export const size = PAGE_SIZE;
