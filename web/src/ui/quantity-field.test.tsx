// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { QuantityField, readQuantity } from './quantity-field.tsx';

afterEach(cleanup);

function open(start: number, max: number) {
  const said = vi.fn();
  function Host() {
    const [value, setValue] = useState(start);
    return (
      <QuantityField
        label="Quantity"
        lessLabel="One less"
        moreLabel="One more"
        value={value}
        max={max}
        onChange={(quantity) => {
          said(quantity);
          setValue(quantity);
        }}
      />
    );
  }
  render(<Host />);
  const field = screen.getByLabelText<HTMLInputElement>('Quantity');
  return { said, field, type: (value: string) => fireEvent.change(field, { target: { value } }) };
}

test('refuses: letters, and more than there are when the field is left', () => {
  const { said, field, type } = open(1, 12);
  type('x');
  expect(field.value).toBe('');
  type('40');
  expect(field.value).toBe('40');
  expect(said).not.toHaveBeenCalled();
  fireEvent.blur(field);
  expect(field.value).toBe('12');
  expect(said).toHaveBeenLastCalledWith(12);
});

test('refuses: nothing at all; what was there stays', () => {
  const { said, field, type } = open(3, 12);
  type('');
  expect(field.value).toBe('');
  fireEvent.blur(field);
  expect(field.value).toBe('3');
  type('0');
  fireEvent.blur(field);
  expect(said.mock.calls).toEqual([[1]]);
});

test('behavior: typed key by key, and by one', () => {
  const { said, field, type } = open(5, 99);
  type('1');
  type('12');
  expect(said.mock.calls).toEqual([[1], [12]]);
  fireEvent.blur(field);
  fireEvent.click(screen.getByRole('button', { name: 'One more' }));
  fireEvent.click(screen.getByRole('button', { name: 'One less' }));
  expect(said.mock.calls.slice(2)).toEqual([[13], [12]]);
});

test('behavior: one cannot step below one nor above what is left', () => {
  open(1, 1);
  for (const name of ['One less', 'One more'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
});

test.each([
  ['１２', 12],
  [' 7 ', 7],
  ['-3', 3],
  ['', undefined],
  ['99999999999', 999_999],
])('behavior: %j is read as %s', (text, quantity) => {
  expect(readQuantity(text)).toBe(quantity);
});
