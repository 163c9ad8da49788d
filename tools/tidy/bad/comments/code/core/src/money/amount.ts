export const one = 1n;
// const two = one + one;
// return two;
