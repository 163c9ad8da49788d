import { useEffect, useRef, useState } from 'react';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { openReader } from './read-code.ts';
import type { CodeReader } from './read-code.ts';
import css from './scan-sheet.module.css';

const LOOK_EVERY_MS = 200;

/** Looks until a code is found or `stop` is called; the camera is let go in any case. */
function startScan(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  onFailed: () => void,
): () => void {
  let stream: MediaStream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  function stop(): void {
    stopped = true;
    clearTimeout(timer);
    stream?.getTracks().forEach((track) => track.stop());
  }
  async function look(read: CodeReader): Promise<void> {
    const text = video.readyState >= video.HAVE_CURRENT_DATA ? await read(video) : undefined;
    if (stopped) return;
    if (text !== undefined) onText(text);
    timer = setTimeout(() => void look(read).catch(fail), LOOK_EVERY_MS);
  }
  async function start(): Promise<void> {
    const reading = openReader();
    // A camera that is refused is told first; what the reader says then no longer matters.
    reading.catch(() => undefined);
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    if (stopped) {
      stop();
      return;
    }
    video.srcObject = stream;
    await video.play();
    await look(await reading);
  }
  function fail(): void {
    if (!stopped) onFailed();
    stop();
  }
  start().catch(fail);
  return stop;
}

function Camera({ onText }: { onText: (text: string) => boolean }) {
  const t = useTexts('transfer');
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'looking' | 'other' | 'failed'>('looking');
  const heard = useRef(onText);
  useEffect(() => {
    heard.current = onText;
  }, [onText]);
  useEffect(() => {
    if (!video.current) return undefined;
    return startScan(
      video.current,
      (text) => setState(heard.current(text) ? 'looking' : 'other'),
      () => setState('failed'),
    );
  }, []);
  if (state === 'failed') return <Notice tone="warn">{t('scanFailed')}</Notice>;
  return (
    <Stack>
      <video ref={video} className={css.video} muted playsInline aria-label={t('scanTitle')} />
      <p>{t(state === 'other' ? 'scanOther' : 'scanText')}</p>
    </Stack>
  );
}

/** Reads a code with the camera. `onText` answers whether it was one that it can use; else the camera goes on looking. */
export function ScanSheet({
  open,
  onClose,
  onText,
}: {
  open: boolean;
  onClose: () => void;
  onText: (text: string) => boolean;
}) {
  const t = useTexts('transfer');
  return (
    <ClosableSheet open={open} onClose={onClose} title={t('scanTitle')}>
      {open && <Camera onText={onText} />}
    </ClosableSheet>
  );
}
