import type { Locale } from '@openmere/core/kit/language.ts';
import { Flex, Radio } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../platform/texts.ts';
import { writingOrder } from './language-name.ts';

export type ByLanguageProps = {
  label: (locale: Locale) => ReactNode;
  children: (locale: Locale) => ReactNode;
};

/** What is written, one language at a time. All nine stay in sight on as many lines as they take: tabs hide what does not fit. */
export function ByLanguage({ label, children }: ByLanguageProps) {
  const [locale, setLocale] = useState<Locale>(writingOrder[0] ?? 'en');
  return (
    <Flex vertical gap={12}>
      <Radio.Group
        aria-label={t('writtenIn')}
        optionType="button"
        value={locale}
        onChange={(event) => setLocale(event.target.value as Locale)}
        options={writingOrder.map((one) => ({ value: one, label: label(one) }))}
      />
      {children(locale)}
    </Flex>
  );
}
