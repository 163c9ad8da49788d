import { useLocation } from '../platform/history.ts';

/** As core's `idText`, which cannot be had here without its library. */
const RECORD_ID = /^[a-z]{2,4}_[0-9A-Za-z-]{1,64}$/;

/** The record that the address names. A damaged id names none: the list is shown, instead of a failure that no other try ends. */
export function useRecordId(): string | undefined {
  const { id } = useLocation().query;
  return id !== undefined && RECORD_ID.test(id) ? id : undefined;
}
