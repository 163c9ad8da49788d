import { quote } from '../transfer/quote.ts';
export const post = quote;
