import type { OutputOf } from '@openmere/core/calls.ts';
import { csvPresets } from '@openmere/core/deposit/fiat/statement.ts';
import type { CsvMapping } from '@openmere/core/deposit/fiat/statement.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Input, Select } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { mayCall } from '../../platform/access.ts';
import { call } from '../../platform/api-client.ts';
import { failureText } from '../../platform/failure-text.ts';
import { t } from '../../platform/texts.ts';
import { useAction } from '../../platform/use-action.ts';
import { useMe } from '../../platform/use-me.ts';

type Preset = keyof typeof csvPresets;
type Chosen = { file: string; name: string; format: 'csv' | 'camt' };
const encodings = { 'utf-8': 'UTF-8', 'utf-16': 'UTF-16', 'windows-1252': 'Windows-1252' } as const;
const columns = ['day', 'amount', 'currency', 'bankref', 'name', 'account', 'text'] as const;

async function readFile(file: File): Promise<Chosen> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { file: btoa(text), name: file.name, format: /\.xml$/i.test(file.name) ? 'camt' : 'csv' };
}

/** A statement: looked at first, each wrong row by its line, then taken over. */
export function ImportStatement() {
  const me = useMe();
  const queries = useQueryClient();
  const { data: banks } = useQuery({
    queryKey: ['Admin/FiatBanks'],
    queryFn: () => call('Admin/FiatBanks', {}),
  });
  const [bankChosen, setBank] = useState<string>();
  const [chosen, setChosen] = useState<Chosen>();
  const [mapping, setMapping] = useState<CsvMapping>(csvPresets.plain);
  const [look, setLook] = useState<OutputOf<'Admin/FiatImport'>>();
  const { busy, failure, run } = useAction();
  if (me === undefined || !mayCall(me.role, 'Admin/FiatImport') || banks === undefined) return null;
  if (banks.list.length === 0) return <Alert type="info" showIcon title={t('noFiatBanks')} />;
  const bank = bankChosen ?? banks.list[0]?.id ?? '';

  const send = (confirm?: string): void =>
    void run(async () => {
      if (!chosen) return;
      const { file, format } = chosen;
      const answer = await call('Admin/FiatImport', {
        bank,
        format,
        file,
        ...(format === 'csv' ? { mapping } : {}),
        ...(confirm === undefined ? {} : { confirm }),
      });
      setLook(answer);
      if (answer.done)
        for (const path of ['Admin/FiatLines', 'Admin/FiatOrders', 'Admin/Queues'])
          await queries.invalidateQueries({ queryKey: [path] });
    });

  return (
    <Card size="small" title={t('fiatImport')}>
      <Flex vertical gap={8}>
        <Flex gap={16} wrap>
          <Labelled label={t('fiatBank')}>
            <Select
              aria-label={t('fiatBank')}
              style={{ maxWidth: '100%' }}
              // What comes back is for the bank that was asked about.
              disabled={busy}
              value={bank}
              popupMatchSelectWidth={false}
              onChange={(id) => {
                setBank(id);
                setLook(undefined);
              }}
              options={banks.list.map((one) => ({
                value: one.id,
                label: `${one.name} · ${one.currency} · ${one.account}`,
              }))}
            />
          </Labelled>
          <Labelled label={t('fiatFile')}>
            <input
              type="file"
              aria-label={t('fiatFile')}
              accept=".csv,.txt,.xml"
              style={{ paddingBlock: 4 }}
              disabled={busy}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                // A corrected file of the same name is a change only for an empty field.
                event.target.value = '';
                if (!file) return;
                setLook(undefined);
                void run(async () => setChosen(await readFile(file)));
              }}
            />
            {chosen && <strong>{chosen.name}</strong>}
          </Labelled>
        </Flex>
        {chosen?.format === 'csv' && !look?.done && (
          <Mapping
            mapping={mapping}
            onChange={(next) => {
              setMapping(next);
              setLook(undefined);
            }}
          />
        )}
        <div>
          <Button disabled={!chosen || look?.done} loading={busy} onClick={() => send()}>
            {t('fiatLook')}
          </Button>
        </div>
        {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
        {look && <Found look={look} busy={busy} onConfirm={() => send(look.hash)} />}
      </Flex>
    </Card>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Flex vertical gap={2} style={{ maxWidth: '100%' }}>
      <span>{label}</span>
      {children}
    </Flex>
  );
}

/** Which column is what, by the names in the file's head. */
function Mapping({ mapping, onChange }: { mapping: CsvMapping; onChange: (next: CsvMapping) => void }) {
  const presets = Object.keys(csvPresets) as Preset[];
  return (
    <Flex gap={8} wrap align="end">
      <Labelled label={t('fiatPreset')}>
        <Select<Preset>
          aria-label={t('fiatPreset')}
          placeholder={t('fiatPresetOwn')}
          popupMatchSelectWidth={false}
          value={presets.find((preset) => csvPresets[preset] === mapping)}
          onChange={(preset) => onChange(csvPresets[preset])}
          options={presets.map((value) => ({ value, label: t(`fiatPreset_${value}`) }))}
        />
      </Labelled>
      {columns.map((column) => (
        <Labelled key={column} label={t(`fiatColumn_${column}`)}>
          <Input
            style={{ width: 150 }}
            aria-label={t(`fiatColumn_${column}`)}
            value={mapping[column]}
            maxLength={80}
            onChange={(event) => onChange({ ...mapping, [column]: event.target.value })}
          />
        </Labelled>
      ))}
      <Labelled label={t('fiatDates')}>
        <Select<CsvMapping['dates']>
          aria-label={t('fiatDates')}
          value={mapping.dates}
          onChange={(dates) => onChange({ ...mapping, dates })}
          options={[
            { value: 'ymd', label: '2026-05-31' },
            { value: 'dmy', label: '31.05.2026' },
            { value: 'mdy', label: '05/31/2026' },
          ]}
        />
      </Labelled>
      <Labelled label={t('fiatDecimal')}>
        <Select<CsvMapping['decimal']>
          aria-label={t('fiatDecimal')}
          value={mapping.decimal}
          onChange={(decimal) => onChange({ ...mapping, decimal })}
          options={[
            { value: '.', label: '1,234.50' },
            { value: ',', label: '1.234,50' },
          ]}
        />
      </Labelled>
    </Flex>
  );
}

function Found({
  look,
  busy,
  onConfirm,
}: {
  look: OutputOf<'Admin/FiatImport'>;
  busy: boolean;
  onConfirm: () => void;
}) {
  const { encoding, sample, lines, fresh, matched, out, takenback, unknown, maybe, problems, done } = look;
  const figures = { lines, fresh, matched, out };
  const left = (
    <>
      {takenback > 0 && <Alert type="warning" showIcon title={t('fiatImportTakenBack', { takenback })} />}
      {unknown > 0 && <Alert type="warning" showIcon title={t('fiatImportUnknown', { unknown })} />}
      {maybe > 0 && <Alert type="warning" showIcon title={t('fiatImportMaybe', { maybe })} />}
    </>
  );
  if (done)
    return (
      <Flex vertical gap={8}>
        <Alert type="success" showIcon title={t('fiatImportDone', figures)} />
        {left}
      </Flex>
    );
  return (
    <Flex vertical gap={8}>
      <Alert type="info" showIcon title={t('fiatImportFound', figures)} />
      {left}
      <Alert
        type={encoding === 'windows-1252' ? 'warning' : 'info'}
        title={t(sample === '' ? 'fiatReadAs' : 'fiatReadAsSuch', { encoding: encodings[encoding], sample })}
        description={encoding === 'windows-1252' ? t('fiatReadAsOld') : undefined}
      />
      {problems.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t('fiatImportWrong')}
          description={
            <ul>
              {problems.map(({ line, problem, text }) => (
                <li key={`${line} ${problem}`}>
                  {t('fiatProblemAt', { line, problem: t(`fiatProblem_${problem}`), text })}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {problems.length === 0 && (
        <div>
          <Button type="primary" disabled={fresh + takenback === 0} loading={busy} onClick={onConfirm}>
            {fresh + takenback === 0 ? t('fiatNothingNew') : t('fiatTakeOver', { fresh: fresh + takenback })}
          </Button>
        </div>
      )}
    </Flex>
  );
}
