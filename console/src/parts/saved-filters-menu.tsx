import { Button, Flex, Input, Popover } from 'antd';
import { useState } from 'react';
import { addressOf, goTo, useFilters, usePath } from '../platform/address.ts';
import { listSavedFilters, removeFilter, saveFilter } from '../platform/saved-filters.ts';
import { t } from '../platform/texts.ts';

/** The filters that are kept under a name, and a field that keeps the present ones. */
export function SavedFilters({ screen }: { screen: string }) {
  const [filters] = useFilters();
  const [path] = usePath();
  const [saved, setSaved] = useState(() => listSavedFilters(screen));
  const [name, setName] = useState('');
  const [open, setOpen] = useState(false);

  function keep(): void {
    if (name.trim() === '') return;
    setSaved(saveFilter(screen, { name: name.trim(), filters }));
    setName('');
  }

  const content = (
    <Flex vertical gap={8} style={{ width: 260 }}>
      {saved.length === 0 && <span>{t('noSavedFilters')}</span>}
      {saved.map((one) => (
        <Flex key={one.name} justify="space-between" gap={8}>
          <Button
            type="link"
            size="small"
            onClick={() => {
              goTo(addressOf(path, one.filters));
              setOpen(false);
            }}
          >
            {one.name}
          </Button>
          <Button
            size="small"
            aria-label={`${t('remove')} ${one.name}`}
            onClick={() => setSaved(removeFilter(screen, one.name))}
          >
            ×
          </Button>
        </Flex>
      ))}
      <Input.Search
        size="small"
        aria-label={t('filterName')}
        placeholder={t('filterName')}
        enterButton={t('keep')}
        value={name}
        maxLength={40}
        onChange={(event) => setName(event.target.value)}
        onSearch={keep}
      />
    </Flex>
  );
  return (
    <Popover content={content} trigger="click" open={open} onOpenChange={setOpen} placement="bottomRight">
      <Button>{t('savedFilters')}</Button>
    </Popover>
  );
}
