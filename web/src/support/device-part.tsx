import { useTexts } from '../platform/i18n.ts';
import { Card } from '../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Switch } from '../ui/switch.tsx';
import css from './support.module.css';

/** What the app says of itself and the device, to read as it is or was sent. */
export function DeviceReport({ label, report }: { label: string; report: string }) {
  return (
    <Disclosure label={label}>
      <p className={css.report} lang="en">
        {report}
      </p>
    </Disclosure>
  );
}

/** Lets it go along with a request; off until it is switched on. */
export function DevicePart(props: { report: string; isSent: boolean; onChange: (isSent: boolean) => void }) {
  const t = useTexts('support');
  return (
    <>
      <Card flush>
        <Switch
          label={t('deviceSend')}
          note={t('deviceNote')}
          checked={props.isSent}
          onChange={props.onChange}
        />
      </Card>
      <DeviceReport label={t('deviceShow')} report={props.report} />
    </>
  );
}
