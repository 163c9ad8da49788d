import { useMember } from '../member/use-member.ts';

export const me = useMember;
