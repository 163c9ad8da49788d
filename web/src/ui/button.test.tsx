// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

afterEach(cleanup);

test('refuses: a second press while the first is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onPress = vi.fn(() => promise);
  render(<Button onPress={onPress}>Send</Button>);
  const button = screen.getByRole('button', { name: 'Send' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await act(async () => resolve());
  expect(button.getAttribute('aria-busy')).toBeNull();
  fireEvent.click(button);
  expect(onPress).toHaveBeenCalledTimes(2);
});

test('refuses: the second click of a double click', () => {
  const onPress = vi.fn();
  render(<Button onPress={onPress}>Next</Button>);
  fireEvent.click(screen.getByRole('button'), { detail: 1 });
  fireEvent.click(screen.getByRole('button'), { detail: 2 });
  expect(onPress).toHaveBeenCalledTimes(1);
});

test('refuses: a press or a submit while a reason stands in the button', () => {
  const onPress = vi.fn();
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  const { container } = render(
    <form>
      <Button type="submit" disabledReason="Enter an amount" onPress={onPress}>
        Send
      </Button>
    </form>,
  );
  container.querySelector('form')?.addEventListener('submit', onSubmit);
  const button = screen.getByRole('button', { name: 'Enter an amount' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect(onPress).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('behavior: a button with an address is a real link', () => {
  render(<Button href="#/pages/wallet/wallet">Wallet</Button>);
  expect(screen.getByRole('link', { name: 'Wallet' }).getAttribute('href')).toBe('#/pages/wallet/wallet');
});
