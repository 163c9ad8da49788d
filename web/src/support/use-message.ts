import { MESSAGE_MAX } from '@openmere/core/support/message.ts';
import { useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../platform/drafts.ts';
import { useTexts } from '../platform/i18n.ts';
import { forgetRequest, requestIdOf } from '../platform/request-id.ts';
import { findSecretIn, useSecretIn } from './use-secret.ts';

/**
 * A message that is being written, kept on the device until it is sent. What was sent once and not answered is sent again as the
 * same request. `first` is what it begins with: an unsent one of before stands behind it. What looks like the key to a wallet is neither kept nor sent.
 */
export function useMessage(draft: string, first = '') {
  const t = useTexts('support');
  const [text, setText] = useState(() => {
    const kept = readDraft(draft)['text'] ?? '';
    return kept.startsWith(first) ? kept : first + kept;
  });
  const [pictures, setPictures] = useState<readonly string[]>([]);
  const [isUploading, onUploading] = useState(false);
  const shop = useTexts('shop');
  const latest = useRef(text);
  const secret = useSecretIn(text);
  const count = Array.from(text.trim()).length;

  function onText(next: string): void {
    latest.current = next;
    setText(next);
    // Not even on the device: a draft lies there unencrypted.
    void findSecretIn(next).then((found) => (found ? dropDraft(draft) : keepDraft(draft, { text: next })));
  }
  function missing(): string | undefined {
    if (count === 0) return t('write');
    if (count > MESSAGE_MAX) return t('tooLong', { count, max: MESSAGE_MAX });
    if (secret !== undefined) return t('removeSecret');
    return isUploading ? shop('pictureBusy') : undefined;
  }
  /** Sends it by `work`, which gets the request's id; only what came through is forgotten, nothing that was added meanwhile. */
  async function send(more: unknown, work: (requestId: string) => Promise<void>): Promise<void> {
    const found = await findSecretIn(text);
    if (found) throw found;
    const request = `${draft}-request`;
    await work(requestIdOf(request, [text, pictures, more]));
    forgetRequest(request);
    if (latest.current === text) {
      dropDraft(draft);
      setText('');
    }
    setPictures((now) => now.filter((one) => !pictures.includes(one)));
  }
  return { text, onText, pictures, onPictures: setPictures, onUploading, secret, missing, send };
}
