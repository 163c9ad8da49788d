import { PICTURES_MAX } from '@openmere/core/support/message.ts';
import { PictureTiles } from '../mall/shop/picture-tiles.tsx';
import { uploadPicture } from '../platform/api-client.ts';
import { useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';
import { TextArea } from '../ui/text-field.tsx';

type Props = {
  label: string;
  hint?: string;
  text: string;
  onText: (text: string) => void;
  /** Why the text must not be sent. */
  secret: string | undefined;
  /** None for visitors: an upload needs a login. */
  pictures?: readonly string[];
  onPictures?: (pictures: readonly string[]) => void;
  onUploading: (isUploading: boolean) => void;
};

async function upload(picture: Blob) {
  const { url } = await uploadPicture(picture);
  return { key: url, src: url };
}

/** What is written to support: a text, pictures, and a warning where a text gives away what opens a wallet. */
export function MessageFields(props: Props) {
  const { label, hint, text, onText, secret, pictures, onPictures, onUploading } = props;
  const t = useTexts('support');
  return (
    <>
      <TextArea label={label} hint={hint} rows={5} value={text} onChange={onText} />
      {secret !== undefined && (
        <Notice tone="danger" live>
          {secret}
        </Notice>
      )}
      {pictures && onPictures && (
        <PictureTiles
          label={t('pictures')}
          hint={t('picturesHint', { max: PICTURES_MAX })}
          tiles={pictures.map((address) => ({ key: address, src: address }))}
          most={PICTURES_MAX}
          upload={upload}
          onBusy={onUploading}
          onChange={(tiles) => onPictures(tiles.map(({ key }) => key))}
        />
      )}
    </>
  );
}
