export const routes = [row('/a', { texts: ['home'], screen: () => import('../swap/a-screen.tsx') })];
