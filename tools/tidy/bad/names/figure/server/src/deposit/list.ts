const pageSize = 20;
export const size = pageSize;
