export const pick = () => Math.random();
