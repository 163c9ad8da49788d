import { pictureOf } from '@openmere/core/kit/picture.ts';
import sanitizeHtml from 'sanitize-html';

/** Of what is written; the rest is cut before anything looks at it. */
export const CONTENT_LENGTH_MAX = 20_000;

const tags =
  `p br h2 h3 h4 ul ol li strong b em i u s sub sup blockquote hr code pre table thead tbody tr th td a img figure
  figcaption`
    .trim()
    .split(/\s+/);

/** Their content goes with them: what is in them is no text for readers. */
const nonText =
  `style script textarea option noscript noembed noframes iframe frame frameset object embed applet svg math
  template title xmp plaintext select button form input audio video canvas head`
    .trim()
    .split(/\s+/);

const options: sanitizeHtml.IOptions = {
  allowedTags: tags,
  nonTextTags: nonText,
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
  transformTags: { a: cleanLink, img: cleanPicture },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
};

function cleanLink(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const href = outsideAddress(attribs['href'] ?? '');
  const link = href && { href, rel: 'noopener noreferrer nofollow', target: '_blank' };
  return { tagName, attribs: link ? { ...link } : {} };
}

/** An https address as a browser would write it; nothing else is a link. */
function outsideAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
}

/** Only pictures of Ctrls/Upload, with their size, so that text does not jump when they arrive. */
function cleanPicture(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { src = '', alt = '' } = attribs;
  const picture = pictureOf(src);
  if (!picture) return { tagName, attribs: {} };
  const size = { width: String(picture.width), height: String(picture.height) };
  return { tagName, attribs: { src, alt: alt.slice(0, 200), ...size, loading: 'lazy', decoding: 'async' } };
}

/**
 * HTML of sellers and operators by a list of what is allowed (threats T21): no style, script, frame, form, drawing or formula, no handlers; links
 * go out by https alone and know nothing of us; pictures are our own files. Used when it is written and again when it is read.
 */
export function cleanContent(html: string): string {
  return sanitizeHtml(html.slice(0, CONTENT_LENGTH_MAX), options);
}

/** Before and after these a reader sees a gap; within a word `<b>` leaves none. */
const BLOCKS = /<(?=\/?(?:p|h[1-6]|ul|ol|li|br|hr|div|blockquote|table|t[rdh]|figure|img)\b)/gi;
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Its words without markup, for the search and for summaries: plain text, never HTML again. */
export function textOfContent(html: string): string {
  const spaced = html.slice(0, CONTENT_LENGTH_MAX).replaceAll(BLOCKS, ' <');
  return sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {}, nonTextTags: nonText })
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
