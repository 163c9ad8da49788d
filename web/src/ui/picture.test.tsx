// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Picture } from './picture.tsx';

afterEach(cleanup);

test('refuses: to fetch a picture from elsewhere, and to show the sign of a broken one', () => {
  render(<Picture url="https://elsewhere.example/a.jpg" alt="a lamp" sizes="56px" />);
  const none = screen.getByRole('img', { name: 'a lamp' });
  expect(none.tagName).toBe('SPAN');
  expect(document.querySelector('img')).toBeNull();
});

test('refuses: a file that cannot be read leaves the box as it is', () => {
  const { container } = render(<Picture url="/files/a.jpg" alt="a lamp" sizes="56px" />);
  const box = container.firstElementChild;
  fireEvent.error(screen.getByRole('img', { name: 'a lamp' }));
  expect(document.querySelector('img')).toBeNull();
  expect(container.firstElementChild).toBe(box);
  expect(screen.getByRole('img', { name: 'a lamp' }).tagName).toBe('SPAN');
});

test('behavior: it is fetched when it comes near, and decoded beside the page; one in sight at once', () => {
  render(<Picture url="/files/a.jpg" alt="a lamp" sizes="56px" />);
  const img = screen.getByRole('img', { name: 'a lamp' });
  expect([img.getAttribute('loading'), img.getAttribute('decoding')]).toEqual(['lazy', 'async']);
  cleanup();
  render(<Picture url="/files/a.jpg" alt="a lamp" sizes="56px" eager />);
  expect(screen.getByRole('img', { name: 'a lamp' }).getAttribute('loading')).toBe('eager');
});

test('behavior: a stored picture comes in the smallest file that is sharp, AVIF first, in a box of its shape', () => {
  const url = `/files/${'0123456789abcdef'.repeat(2)}-1024x768.webp`;
  const { container } = render(<Picture url={url} alt="a lamp" sizes="50vw" fit="natural" />);
  const sources = [...container.querySelectorAll('source')];
  expect(sources.map((source) => source.type)).toEqual(['image/avif', 'image/webp']);
  expect(sources[0]?.srcset).toContain('-320.avif 320w');
  expect(sources[0]?.sizes).toBe('50vw');
  expect((container.firstElementChild as HTMLElement).style.aspectRatio).toBe('1024 / 768');
});
