import { useEffect, useState } from 'react';
import css from './qr-code.module.css';

export type QrCodeProps = {
  text: string;
  /** What scanning it does: "QR code of your deposit address". */
  label: string;
  /** CSS pixels. Default 200. */
  size?: number;
  /** Shown when the code cannot be made (the code library did not load). */
  failedText: string;
};

type Drawn = { path: string; modules: number };

/** The dark modules as one path; the quiet zone around is the plate's padding. */
async function draw(text: string): Promise<Drawn> {
  const { create } = await import('qrcode');
  const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let at = 0; at < data.length; at += 1) {
    if (data[at]) path += `M${at % size} ${Math.floor(at / size)}h1v1h-1z`;
  }
  return { path, modules: size };
}

/** A QR code, always dark on light, in both themes. The library loads when the first one is shown. */
export function QrCode({ text, label, size = 200, failedText }: QrCodeProps) {
  const [drawn, setDrawn] = useState<Drawn | 'failed'>();
  useEffect(() => {
    let wanted = true;
    draw(text).then(
      (result) => wanted && setDrawn(result),
      () => wanted && setDrawn('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  if (drawn === 'failed') return <p className={css.failed}>{failedText}</p>;
  return (
    <div className={css.plate}>
      {drawn === undefined ? (
        <div className={css.wait} style={{ width: size, height: size }} aria-hidden="true" />
      ) : (
        <svg
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, an img would need a file
          role="img"
          aria-label={label}
          width={size}
          height={size}
          viewBox={`0 0 ${drawn.modules} ${drawn.modules}`}
          shapeRendering="crispEdges"
        >
          <path className={css.code} d={drawn.path} />
        </svg>
      )}
    </div>
  );
}
