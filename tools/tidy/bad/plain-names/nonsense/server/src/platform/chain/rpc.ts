export const code = 'chain.nonsense';
