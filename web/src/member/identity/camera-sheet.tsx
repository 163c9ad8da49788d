import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import css from './picture-slot.module.css';

/** `user` is the camera that sees one's face, `environment` the one at the back. */
export type Facing = 'user' | 'environment';

const WANTED_PX = 1920;
const QUALITY = 0.92;

/** Whether this browser has cameras to ask for at all; a page without https has none. */
export function hasCamera(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/** The camera's picture while it is open; it is let go with the sheet. */
function useCamera(facing: Facing): {
  video: RefObject<HTMLVideoElement | null>;
  state: 'starting' | 'ready' | 'failed';
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'ready' | 'failed'>('starting');
  useEffect(() => {
    let stream: MediaStream | undefined;
    let left = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    async function start(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: facing, width: { ideal: WANTED_PX } },
      });
      if (left || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      if (!left) setState('ready');
    }
    start().catch((error: unknown) => {
      console.info('the camera is not to be had', error);
      if (!left) setState('failed');
    });
    return () => {
      left = true;
      stop();
    };
  }, [facing]);
  return { video, state };
}

async function shoot(video: HTMLVideoElement): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', QUALITY);
  });
}

type Props = { facing: Facing; onShot: (picture: Blob) => void };

function Camera({ facing, onShot }: Props) {
  const t = useTexts('identity');
  const { video, state } = useCamera(facing);
  if (state === 'failed') return <Notice tone="warn">{t('cameraNone')}</Notice>;
  return (
    <>
      <div className={css.view}>
        {state === 'starting' && <Spinner />}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture of the camera says nothing */}
        <video
          ref={video}
          className={css.video}
          data-mirrored={facing === 'user' ? '' : undefined}
          muted
          playsInline
        />
      </div>
      <Button
        disabledReason={state === 'ready' ? undefined : t('camera')}
        onPress={async () => {
          const picture = video.current ? await shoot(video.current) : undefined;
          if (picture) onShot(picture);
        }}
      >
        {t('shoot')}
      </Button>
    </>
  );
}

/** A picture by the device's own camera; it is on only while the sheet is open. */
export function CameraSheet({
  title,
  open,
  onClose,
  ...camera
}: Props & { title: string; open: boolean; onClose: () => void }) {
  return (
    <ClosableSheet open={open} onClose={onClose} title={title}>
      {open && <Camera {...camera} />}
    </ClosableSheet>
  );
}
