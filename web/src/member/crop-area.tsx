import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTexts } from '../platform/i18n.ts';
import type { Square } from './square-picture.ts';
import css from './crop-dialog.module.css';

const ZOOM_MAX = 4;
const ZOOM_STEP = 0.05;
/** Pixels of the screen that an arrow key moves the picture by. */
const KEY_PX = 8;

/** The picture under its round window; only `crop-dialog.tsx` imports it, lazily. */
export function CropArea({ src, onSquare }: { src: string; onSquare: (square: Square) => void }) {
  const t = useTexts('member');
  const id = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className={css.stage}>
        <Cropper
          image={src}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          aspect={1}
          cropShape="round"
          showGrid={false}
          objectFit="cover"
          keyboardStep={KEY_PX}
          // The content policy allows no styles that a script writes into the page.
          disableAutomaticStylesInjection
          classes={{ cropAreaClassName: css.window ?? '' }}
          cropperProps={{ role: 'application', 'aria-label': t('cropMove') }}
          mediaProps={{ alt: '' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, { x, y, width }) => onSquare({ left: x, top: y, side: width })}
        />
      </div>
      <div>
        <label className={css.label} htmlFor={id}>
          {t('cropZoom')}
        </label>
        <input
          id={id}
          className={css.range}
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={ZOOM_STEP}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)}%`}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </div>
      <p className={css.hint}>{t('cropHint')}</p>
    </>
  );
}
