import { Segmented } from 'antd';
import { chooseLocale, currentLocale, t } from './texts.ts';
import type { ConsoleLocale } from './texts.ts';

export function LocaleSwitch() {
  return (
    <Segmented<ConsoleLocale>
      size="small"
      aria-label={t('language')}
      value={currentLocale()}
      options={[
        { label: 'English', value: 'en' },
        { label: '简体中文', value: 'zh-Hans' },
      ]}
      onChange={chooseLocale}
    />
  );
}
