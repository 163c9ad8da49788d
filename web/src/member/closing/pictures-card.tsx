import { useState } from 'react';
import { factorProblems } from '../../auth/field-problems.ts';
import { FactorField } from '../../auth/second-factor/factor-field.tsx';
import { useFactor } from '../../auth/second-factor/use-factor.ts';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { PasswordInput } from '../../parts/password-input.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { saveFile } from '../../platform/save-file.ts';
import { sealSecret } from '../../platform/seal.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconDownload } from '../../ui/icon/act.tsx';
import { Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import type { MemberInfo } from '../use-member.ts';
import { collectPictures, picturesPage } from './collect-pictures.ts';
import type { OwnPicture } from './collect-pictures.ts';

const payProblems = ['auth.wrongpaypassword', 'auth.paypasswordslow', 'auth.nopaypassword'] as const;
const kinds = ['identity', 'licence', 'fiatslip'] as const;

function PicturesForm({ info }: { info: MemberInfo }) {
  const t = useTexts('closing');
  const locale = useLocale();
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const [pay, setPay] = useState('');
  const [said, setSaid] = useState('');

  const captionOf = ({ kind, time }: OwnPicture): string => {
    const known = kinds.find((one) => one === kind);
    return `${t(known === undefined ? 'kind_other' : `kind_${known}`)}, ${exactTime(time, locale)}`;
  };
  const collect = async () => {
    setSaid('');
    const paypassword = await sealSecret(pay, 'Users/ExportPictures');
    const pictures = await collectPictures({ paypassword, ...factor.proof });
    factor.setValue('');
    setPay('');
    if (pictures.length === 0) return setSaid(t('picturesNone'));
    const shown = pictures.map((one) => ({ caption: captionOf(one), picture: one.picture }));
    const page = picturesPage(t('picturesTitle'), locale, shown);
    saveFile('openmere-pictures.html', new Blob([page], { type: 'text/html' }));
    setSaid(t('picturesSaved', { count: pictures.length }));
  };
  const missing = !info.haspaypassword ? t('picturesNoPay') : pay === '' ? t('payNeeded') : undefined;
  return (
    <Form submitLabel={t('pictures')} missing={missing} onSubmit={() => attempt.run(collect)}>
      {info.haspaypassword && (
        <PasswordInput
          kind="current-password"
          label={t('payPictures')}
          value={pay}
          onChange={setPay}
          error={attempt.at(...payProblems)}
        />
      )}
      <FactorField factor={factor} />
      {said !== '' && <output>{said}</output>}
      <AttemptNotice attempt={attempt} shown={[...factorProblems, ...payProblems]} />
    </Form>
  );
}

/** One's own documents, selfies, licences and slips in a file of their own: the payment password opens them, not the session. */
export function PicturesCard({ info }: { info: MemberInfo }) {
  const t = useTexts('closing');
  const [wanted, setWanted] = useState(false);
  return (
    <Stack>
      <SectionTitle>{t('picturesTitle')}</SectionTitle>
      <Card>
        <Stack>
          <p>{t('picturesText')}</p>
          {wanted ? (
            <PicturesForm info={info} />
          ) : (
            <Button tone="secondary" icon={<IconDownload />} onPress={() => setWanted(true)}>
              {t('pictures')}
            </Button>
          )}
        </Stack>
      </Card>
    </Stack>
  );
}
