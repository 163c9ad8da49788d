import { Modal } from 'antd';
import { t } from '../platform/texts.ts';
import style from './key-help.module.css';

const keys = [
  ['j', 'keyNext'],
  ['k', 'keyBack'],
  ['Enter', 'keyOpen'],
  ['Esc', 'keyClose'],
  ['/', 'keySearch'],
  ['?', 'keyHelp'],
] as const;

/** What the keys of a list do. */
export function KeyHelp({ open, onClose, title }: { open: boolean; onClose: () => void; title: string }) {
  return (
    <Modal open={open} onCancel={onClose} title={title} footer={null} width={360} destroyOnHidden>
      <dl className={style.keys}>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
