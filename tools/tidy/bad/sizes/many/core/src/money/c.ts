export const linesc = [
  1,
  1,
  1,
];
