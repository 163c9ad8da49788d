export const rowOf = (id: string) => ({ id });
