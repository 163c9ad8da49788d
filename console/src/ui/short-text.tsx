import { Typography } from 'antd';

const SHOWN_MAX = 14;

/** A hash or address cut in its middle, whole in the tooltip and when copied; a dash for none. */
export function ShortText({ text }: { text: string | null }) {
  if (text === null || text === '') return '—';
  const shown = text.length <= SHOWN_MAX + 1 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`;
  return (
    <Typography.Text copyable={{ text }} title={text}>
      {shown}
    </Typography.Text>
  );
}
