import { useTexts } from '../../platform/i18n.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';

/** What binding means for a sub-account, said before, and that it was read. */
export function IndependenceNotice({
  understood,
  onUnderstood,
}: {
  understood: boolean;
  onUnderstood: (understood: boolean) => void;
}) {
  const t = useTexts('family');
  return (
    <>
      <Notice tone="warn" title={t('independentTitle')}>
        {t('independentText')} {t('independentKeeps')}
      </Notice>
      <Checkbox checked={understood} onChange={onUnderstood}>
        {t('understood')}
      </Checkbox>
    </>
  );
}
