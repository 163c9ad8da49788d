import { findMember } from '../../member/store.ts';
export const send = findMember;
