import { Card } from '../../../web/src/ui/card.tsx';
export const ListScreen = Card;
