import { useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useMember } from '../use-member.ts';
import { switchAccount } from './switch-account.ts';
import css from './acting-banner.module.css';

/** Says on every page that one acts as a sub-account, and leads back to the main account. */
export function ActingBanner() {
  const t = useTexts('family');
  const info = useMember();
  const [busy, setBusy] = useState(false);
  if (!info?.main) return null;
  const { main } = info;

  async function goBack(): Promise<void> {
    setBusy(true);
    try {
      await switchAccount({ userid: main.userid, main: true });
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={css.banner} aria-label={t('actingAs', { name: info.nickname })}>
      <Avatar seed={info.userid} name={info.nickname} src={info.avatar || undefined} size={32} />
      <span className={css.text}>{t('actingAs', { name: info.nickname })}</span>
      <button type="button" className={css.back} disabled={busy} onClick={() => void goBack()}>
        {busy ? <Spinner /> : t('backToMain', { name: main.nickname })}
      </button>
    </section>
  );
}
