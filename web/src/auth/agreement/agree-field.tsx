import { agreementKinds } from '@openmere/core/auth/agreement.ts';
import type { AgreementKind } from '@openmere/core/auth/agreement.ts';
import { Suspense, useEffect, useState } from 'react';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { loadTexts, useTexts, useTitle } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { TextLink } from '../../ui/text-link.tsx';
import css from './agree-field.module.css';

const AgreementText = lazyPart(
  () => import('./agreement-text.tsx').then((m) => m.AgreementText),
  () => loadTexts(['agreement']),
);

const titles = {
  user: 'titleAgreementUser',
  privacy: 'titleAgreementPrivacy',
  risk: 'titleAgreementRisk',
} as const;

export type AgreeFieldProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
};

/** The acceptance, with the three agreements a press away: they open over the form, which keeps what was typed. */
export function AgreeField({ checked, onChange, error }: AgreeFieldProps) {
  const t = useTexts('register');
  const titleOf = useTitle();
  const [shown, setShown] = useState<AgreementKind>('user');
  const [open, setOpen] = useState(false);
  const isRefused = error !== undefined;
  useEffect(() => {
    // Another version was published since: it is read and agreed to anew.
    if (!isRefused) return;
    onChange(false);
    void refresh('Ctrls/GetConfig', 'Ctrls/Agreement');
  }, [isRefused, onChange]);
  return (
    <div className={css.field}>
      <Checkbox checked={checked} onChange={onChange} error={error}>
        {t('agree')}
      </Checkbox>
      <nav className={css.links} aria-label={t('agreementList')}>
        {agreementKinds.map((kind) => (
          <TextLink
            key={kind}
            onPress={() => {
              setShown(kind);
              setOpen(true);
            }}
          >
            {titleOf(titles[kind])}
          </TextLink>
        ))}
      </nav>
      <ClosableSheet open={open} onClose={() => setOpen(false)} title={titleOf(titles[shown])}>
        <Suspense fallback={<WaitingRows coin={false} />}>
          <AgreementText kind={shown} />
        </Suspense>
      </ClosableSheet>
    </div>
  );
}
