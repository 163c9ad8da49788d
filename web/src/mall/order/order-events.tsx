import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { SectionTitle } from '../../ui/section-title.tsx';
import { StepLine } from '../../ui/step-line.tsx';
import type { Step } from '../../ui/step-line.tsx';
import type { FullOrder } from './order-data.ts';

/** What has happened to the order, the first first; and what comes next. */
export function OrderEvents({ order }: { order: FullOrder }) {
  const t = useTexts('order');
  const locale = useLocale();
  const steps: Step[] = order.events.map((event, index) => ({
    key: String(index),
    title: t(`event_${event.kind}`),
    state: 'done',
    time: exactTime(event.time, locale),
    note: event.text === '' ? undefined : event.text,
  }));
  const isOver = order.status === 'completed' || order.status === 'cancelled';
  if (!isOver) steps.push({ key: 'next', title: t(`status_${order.status}`), state: 'waiting' });
  return (
    <>
      <SectionTitle>{t('events')}</SectionTitle>
      <StepLine
        label={t('events')}
        steps={steps}
        stateLabels={{
          done: t('stepDone'),
          current: t('stepWaiting'),
          waiting: t('stepWaiting'),
          held: t('stepWaiting'),
          failed: t('stepDone'),
        }}
      />
    </>
  );
}
