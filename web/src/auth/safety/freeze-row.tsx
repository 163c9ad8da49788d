import { leave } from '../../member/log-out.ts';
import type { MemberInfo } from '../../member/use-member.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { showToast } from '../../ui/toast-store.ts';

/** The way to stop everything at once from any session: a press, and one question. This session ends, too. */
export function FreezeRow({ info }: { info: MemberInfo }) {
  const t = useTexts('guard');

  async function freeze(): Promise<void> {
    await call('Users/FreezeOwn', {});
    showToast({ text: t('freezeDoneTitle'), tone: 'good' });
    await leave();
  }

  return (
    <AskFirst label={t('freezeIt')} question={t('freezeTitle')} act={freeze}>
      <p>{t('freezeText')}</p>
      {(info.main !== null || info.subaccounts > 0) && <p>{t('freezeAll')}</p>}
    </AskFirst>
  );
}
