import type { Plugin } from 'vite';

const MARKUP = `div.innerHTML = '<svg/>';`;
const ELEMENT = `div.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));`;

/**
 * Leaflet finds out whether the browser draws SVG by writing markup, which our policy for scripts refuses ("trusted types");
 * it asks the same by making the element.
 */
export function withoutMarkup(code: string): string {
  if (!code.includes(MARKUP)) throw new Error('leaflet no longer asks for SVG by markup: leave this out');
  return code.replace(MARKUP, () => ELEMENT);
}

export function trustedLeaflet(): Plugin {
  return {
    name: 'openmere:trusted-leaflet',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('/leaflet/dist/leaflet-src.js') ? { code: withoutMarkup(code), map: null } : undefined,
  };
}
