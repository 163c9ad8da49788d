import { useTeam } from '../team/use-team.ts';
export const CartScreen = () => useTeam();
