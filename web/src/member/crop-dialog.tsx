import { Suspense, useState } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Dialog } from '../ui/sheet.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { Square } from './square-picture.ts';
import css from './crop-dialog.module.css';

const CropArea = lazyPart(() => import('./crop-area.tsx').then((m) => m.CropArea));

type Props = {
  /** Address of the chosen picture; undefined while none is chosen. */
  src: string | undefined;
  onClose: () => void;
  onChosen: (square: Square) => void;
};

/** Which square of a chosen picture is kept: by finger, mouse wheel, arrow keys or slider. */
export function CropDialog({ src, onClose, onChosen }: Props) {
  const t = useTexts('member');
  const [square, setSquare] = useState<Square>();
  return (
    <Dialog
      open={src !== undefined}
      onClose={onClose}
      title={t('cropTitle')}
      footer={
        <>
          <Button onPress={() => square && onChosen(square)}>{t('cropUse')}</Button>
          <Button tone="quiet" onPress={onClose}>
            {t('cropCancel')}
          </Button>
        </>
      }
    >
      <Suspense
        fallback={
          <div className={css.stage}>
            <Spinner />
          </div>
        }
      >
        {src !== undefined && <CropArea src={src} onSquare={setSquare} />}
      </Suspense>
    </Dialog>
  );
}
