// A scenario as the source of a vitest test, to be kept beside the others once it is understood.
import type { Fault } from './fault.js';
import type { Scenario } from './scenario.js';

/** As a person would write the literal: no quotes where none are needed, short things on one line. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inside = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((element) => literal(element, inside))
    : Object.entries(value).map(
        ([key, element]) => `${/^[a-z]\w*$/i.test(key) ? key : literal(key, '')}: ${literal(element, inside)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  if (parts.length === 0) return (open + close).replace(/\s+/g, '');
  const line = open + parts.join(', ') + close;
  if (line.length + indent.length < 110 && !line.includes('\n')) return line;
  return `${open.trim()}\n${parts.map((part) => `${inside}${part},\n`).join('')}${indent}${close.trim()}`;
}

/** A file for packages/core/soak/found. */
export function asTest(scenario: Scenario, fault: Fault, title: string): string {
  const note = fault.message.split('\n')[0]!.slice(0, 300);
  return `// ${note}
import { it } from 'vitest';
import { play } from '../play.js';

it(${literal(title, '')}, () => {
  play(${literal(scenario, '  ')});
});
`;
}
