import { useEffect } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { SectionTitle } from '../../ui/section-title.tsx';
import { readAccounts, useKeptAccounts } from './kept-accounts.ts';
import { KeptList } from './kept-list.tsx';

/** On the login page: who is logged in on this device already. */
export function KeptHere() {
  const t = useTexts('device');
  const list = useKeptAccounts((state) => state.list);
  useEffect(() => {
    void readAccounts();
  }, []);
  if (list === undefined || list.length === 0) return null;
  return (
    <>
      <SectionTitle>{t('others')}</SectionTitle>
      <KeptList list={list} />
    </>
  );
}
