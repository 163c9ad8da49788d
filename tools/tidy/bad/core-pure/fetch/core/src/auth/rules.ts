export const ask = () => fetch('/');
