import type { OutputOf } from '@openmere/core/calls.ts';
import { Flex, Image, Timeline, Typography } from 'antd';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';

/** What both sides did and wrote, oldest first, with what they showed. */
export function OrderCourse({ events }: Pick<OutputOf<'Admin/Order'>, 'events'>) {
  return (
    <Timeline
      items={events.map((event) => ({
        key: event.time + event.kind,
        content: (
          <>
            <Typography.Text strong>{t(`side_${event.by}`)}</Typography.Text> {t(`event_${event.kind}`)}{' '}
            <Typography.Text type="secondary">{exactTime(event.time)}</Typography.Text>
            {event.text !== '' && <Typography.Paragraph>{event.text}</Typography.Paragraph>}
            <Flex gap={8} wrap>
              {event.pictures.map((src) => (
                <Image key={src} width={96} src={src} alt={t('evidence')} />
              ))}
            </Flex>
          </>
        ),
      }))}
    />
  );
}
