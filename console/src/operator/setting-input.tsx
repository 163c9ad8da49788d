import type { OutputOf } from '@openmere/core/calls.ts';
import { isValue } from '@openmere/core/setting/define.ts';
import { Input, Segmented } from 'antd';
import { groupDigits } from '../platform/amount-text.ts';
import { unitOf, unitText } from '../platform/setting-text.ts';
import { t } from '../platform/texts.ts';
import style from './settings.module.css';

type Setting = OutputOf<'Admin/Settings'>;

/** What may be typed, said before one types: the kind of value, and its bounds. */
export function ruleText({ type, range, standard }: Pick<Setting, 'type' | 'range' | 'standard'>): string {
  const [min = '', max = ''] = range ?? [];
  return t(`settingType_${type}`, { min: groupDigits(min), max: groupDigits(max), standard });
}

/** Why a text cannot be this value; undefined when it can. */
export function refusalOf(setting: Setting, text: string): string | undefined {
  if (!isValue(setting, text)) return ruleText(setting);
  return text === setting.val ? t('settingSame') : undefined;
}

type Props = { setting: Setting; value: string; onChange: (value: string) => void };

/** The right field for a value: a switch for what is on or off, digits for figures, with their unit; refused while one types. */
export function SettingInput({ setting, value, onChange }: Props) {
  const { type } = setting;
  const id = `rule ${setting.idx}`;
  if (type === 'flag')
    return (
      <Segmented
        aria-label={t('settingNew')}
        className={style.flag ?? ''}
        value={value}
        options={[
          { value: '1', label: t('settingOn') },
          { value: '0', label: t('settingOff') },
        ]}
        onChange={onChange}
      />
    );
  const isWrong = !isValue(setting, value.trim());
  const isLong = type === 'addresses' || type === 'countryTexts';
  const common = {
    'aria-label': t('settingNew'),
    'aria-describedby': id,
    'aria-invalid': isWrong,
    value,
    maxLength: 4000,
    ...(isWrong ? { status: 'error' as const } : {}),
  };
  const unit = unitText(setting, value.trim());
  return (
    <div>
      {isLong ? (
        <Input.TextArea {...common} autoSize onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input
          {...common}
          className={unitOf(setting) === undefined && type === 'words' ? '' : (style.figure ?? '')}
          inputMode={type === 'amount' ? 'decimal' : type === 'whole' || type === 'bps' ? 'numeric' : 'text'}
          {...(unit === undefined ? {} : { suffix: unit })}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <p id={id} className={isWrong ? style.wrong : style.rule} {...(isWrong ? { role: 'alert' } : {})}>
        {ruleText(setting)}
      </p>
    </div>
  );
}
