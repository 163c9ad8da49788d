export const isOld = (time: number) => Date.now() - time > 1000;
