// @vitest-environment happy-dom
import { parseAmount } from '@openmere/core/money/amount.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AmountField } from './amount-field.tsx';
import { CodeField } from './code-field.tsx';
import { Figure } from './figure.tsx';
import { PageAction } from './page-action.tsx';
import { Page } from './page.tsx';
import { TextField } from './text-field.tsx';

afterEach(cleanup);

function Amount({ mark }: { mark: '.' | ',' }) {
  const [value, setValue] = useState('');
  return (
    <>
      <AmountField
        label="Amount"
        decimals={2}
        decimalMark={mark}
        value={value}
        onChange={setValue}
        unit="USDT"
      />
      <button type="button" onClick={() => setValue('27')}>
        27
      </button>
      <output>{value}</output>
    </>
  );
}

const inputOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, text: string) => fireEvent.change(inputOf(label), { target: { value: text } });

test('refuses: letters and signs leave the amount as it was', () => {
  render(<Amount mark="." />);
  type('Amount', '12');
  type('Amount', '1e2');
  type('Amount', '-12');
  expect(screen.getByRole('status').textContent).toBe('12');
});

test('behavior: an amount takes comma and point, and shows the mark of the language', () => {
  render(<Amount mark="," />);
  type('Amount', '1');
  type('Amount', '12');
  type('Amount', '12.');
  type('Amount', '12,5');
  expect(inputOf('Amount').value).toBe('12,5');
  expect(screen.getByRole('status').textContent).toBe('12.5');
});

test('refuses: to hand unfinished input on, whatever is typed key by key', () => {
  const given: string[] = [];
  function Listening() {
    const [value, setValue] = useState('');
    const onChange = (next: string) => {
      given.push(next);
      setValue(next);
    };
    return <AmountField label="Amount" decimals={18} value={value} onChange={onChange} unit="USDT" />;
  }
  render(<Listening />);
  for (const text of [
    '1234.5',
    ',5',
    '.',
    '0.',
    '20.',
    '0020.50',
    '1,',
    '1,2',
    '5..',
    '.,',
    '7.000000000000000000',
  ]) {
    fireEvent.change(inputOf('Amount'), { target: { value: '' } });
    for (let end = 1; end <= text.length; end += 1) type('Amount', inputOf('Amount').value + text[end - 1]);
  }
  expect(given.filter((value) => value !== '' && parseAmount(value) === undefined)).toEqual([]);
  expect(given).toContain('1234.5');
});

test('behavior: the mark that was just typed stays in the field, and a value from outside replaces it', () => {
  render(<Amount mark="." />);
  type('Amount', '2');
  type('Amount', '2.');
  expect(inputOf('Amount').value).toBe('2.');
  expect(screen.getByRole('status').textContent).toBe('2');
  fireEvent.click(screen.getByRole('button', { name: '27' }));
  expect(inputOf('Amount').value).toBe('27');
});

test('behavior: a pasted code keeps its digits and completes once', () => {
  const onComplete = vi.fn();
  function Code() {
    const [value, setValue] = useState('');
    return <CodeField label="Code" value={value} onChange={setValue} onComplete={onComplete} />;
  }
  render(<Code />);
  type('Code', ' 314-159 ');
  expect(inputOf('Code').value).toBe('314159');
  type('Code', '3141592');
  expect(onComplete.mock.calls).toEqual([['314159']]);
  expect(inputOf('Code').autocomplete).toBe('one-time-code');
});

test('behavior: over a refused code the next one is typed without deleting', () => {
  function Code({ error }: { error?: string }) {
    const [value, setValue] = useState('');
    return <CodeField label="Code" value={value} onChange={setValue} error={error} />;
  }
  const { rerender } = render(<Code />);
  type('Code', '111111');
  type('Code', '1111112');
  expect(inputOf('Code').value).toBe('111111');
  rerender(<Code error="This code is wrong." />);
  type('Code', '1111112');
  expect(inputOf('Code').value).toBe('2');
  // The refusal spoke of the code before.
  expect(screen.queryByRole('alert')).toBeNull();
  type('Code', '222222');
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(<Code />);
  rerender(<Code error="This code is wrong." />);
  expect(screen.getByRole('alert').textContent).toBe('This code is wrong.');
  // In the middle, and a whole code.
  fireEvent.input(inputOf('Code'), { target: { value: '222345678222', selectionStart: 9, selectionEnd: 9 } });
  expect(inputOf('Code').value).toBe('345678');
});

test('behavior: an error is tied to its field and read out', () => {
  render(<TextField label="E-mail" value="" onChange={() => undefined} error="Enter your e-mail" />);
  const input = inputOf('E-mail');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').id).toBe(input.getAttribute('aria-describedby'));
});

test('behavior: Enter in an amount presses the page’s action, and the keyboard says so', () => {
  const pressed = vi.fn();
  render(
    <Page footer={<PageAction onPress={pressed}>Review</PageAction>}>
      <AmountField label="Amount" value="20" onChange={() => undefined} unit="USDT" decimals={2} />
    </Page>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Review' });
  expect(field.getAttribute('enterkeyhint')).toBe('go');
  expect(field.form).not.toBeNull();
  expect(button.form).toBe(field.form);
  expect(button.type).toBe('submit');
});

test('behavior: a price below one is written in equal figures, money is not', () => {
  const { container, rerender } = render(<Figure size="hero" value="0.051154" />);
  const small = () => container.querySelector('[class*="cents"]');
  expect(small()).toBeNull();
  rerender(<Figure size="hero" value="12.50" />);
  expect(small()).not.toBeNull();
  rerender(<Figure size="hero" value="0.00" />);
  expect(small()).not.toBeNull();
});
