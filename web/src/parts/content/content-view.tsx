import { pictureOf } from '@openmere/core/kit/picture.ts';
import DOMPurify from 'dompurify';
import { useEffect, useRef } from 'react';
import css from './content.module.css';

const tags =
  'p br h2 h3 h4 ul ol li strong b em i u s small sub sup blockquote pre code hr figure figcaption img a table thead tbody tr th td'.split(
    ' ',
  );

/**
 * Seller's HTML as nodes: only what text needs, pictures of this server with their size, links to web pages. Nodes, not text: what was cleaned
 * is not read as HTML a second time, where it could become something else.
 */
export function cleanContent(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  tameNodes(fragment);
  return fragment;
}

/** Pictures of this server alone, with their size; links to web pages alone, which are told nothing of us. */
export function tameNodes(fragment: DocumentFragment): void {
  for (const image of fragment.querySelectorAll('img')) {
    const picture = pictureOf(image.getAttribute('src') ?? '');
    if (!picture) image.remove();
    else {
      image.width = picture.width;
      image.height = picture.height;
      image.loading = 'lazy';
      image.decoding = 'async';
      image.src = picture.fallback;
    }
  }
  for (const link of fragment.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    if (!/^https:\/\//i.test(href)) link.replaceWith(...link.childNodes);
    else link.rel = 'noopener noreferrer nofollow';
  }
}

/** Shows it; a link does not lead away by itself: `onLink` hears its address. */
export function ContentView({ html, onLink }: { html: string; onLink: (address: string) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(onLink);
  useEffect(() => {
    latest.current = onLink;
  });
  useEffect(() => {
    const node = host.current;
    if (!node) return undefined;
    node.replaceChildren(cleanContent(html));
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link) return;
      event.preventDefault();
      latest.current(link.href);
    };
    // The middle button would open it beside.
    node.addEventListener('click', onClick);
    node.addEventListener('auxclick', onClick);
    return () => {
      node.removeEventListener('click', onClick);
      node.removeEventListener('auxclick', onClick);
    };
  }, [html]);
  return <div ref={host} className={css.content} />;
}
