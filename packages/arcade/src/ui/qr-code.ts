// A link as a picture for a phone's camera. Loaded when somebody hosts, and not before.
import { encode } from 'uqr';

const SVG = 'http://www.w3.org/2000/svg';
/** Light modules around the code, which readers need to find it. */
const BORDER = 3;

/** Black on white whatever the page's colours: many readers do not see the inverse. */
export function qrCode(text: string, label: string): SVGSVGElement {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({
    viewBox: `0 0 ${size} ${size}`,
    role: 'img',
    'aria-label': label,
    class: 'arcade-qr',
    'shape-rendering': 'crispEdges',
  })) {
    svg.setAttribute(name, value);
  }
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute(
    'd',
    data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join(''),
  );
  svg.append(path);
  return svg;
}
