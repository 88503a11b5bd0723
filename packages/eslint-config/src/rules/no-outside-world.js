import { globalReferences } from '../ast.js';

const CLOCK = 'a clock reads differently on every machine and in every redo; use the frame number';
const CHANCE = 'chance differs on every machine; keep a PRNG state in a field and draw with nextPRNG';
const LATER = 'what runs later runs outside the frame; count frames in state instead';
const ALIAS = 'reaching globals through an object hides them from these rules; name the global itself';
const LOCALE = 'its answers depend on the language and the data of the machine';
const HOST = 'the simulation may know its fields, its inputs and the frame, nothing else';
const SHARED = 'other threads or the garbage collector decide what it holds';
const CODE = 'code made from text is hidden from these rules';

/** Every global that can carry into the simulation what the snapshot does not hold, with the reason. */
const BANNED = new Map([
  ...['Date', 'performance', 'Temporal'].map((name) => [name, CLOCK]),
  ['crypto', CHANCE],
  ...[
    'setTimeout',
    'setInterval',
    'setImmediate',
    'clearTimeout',
    'clearInterval',
    'clearImmediate',
    'requestAnimationFrame',
    'cancelAnimationFrame',
    'requestIdleCallback',
    'queueMicrotask',
    'scheduler',
    'Promise',
  ].map((name) => [name, LATER]),
  ...['globalThis', 'window', 'self', 'global', 'frames', 'parent', 'top'].map((name) => [name, ALIAS]),
  ['Intl', LOCALE],
  ...[
    'document',
    'navigator',
    'location',
    'history',
    'screen',
    'localStorage',
    'sessionStorage',
    'indexedDB',
    'caches',
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'BroadcastChannel',
    'MessageChannel',
    'Worker',
    'RTCPeerConnection',
    'AudioContext',
    'Image',
    'matchMedia',
    'innerWidth',
    'innerHeight',
    'devicePixelRatio',
    'process',
    'Buffer',
    'require',
    'module',
    '__filename',
    '__dirname',
    'Deno',
    'Bun',
  ].map((name) => [name, HOST]),
  ...['SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry'].map((name) => [name, SHARED]),
  ...['eval', 'Function', 'WebAssembly'].map((name) => [name, CODE]),
]);

/** @type {import('eslint').Rule.RuleModule} */
export const noOutsideWorld = {
  meta: {
    type: 'problem',
    docs: { description: 'disallow clocks, chance, timers, locale, the DOM and the host in a simulation' },
    messages: { banned: 'No {{name}} in a simulation: {{reason}}.' },
    schema: [],
  },
  create(context) {
    return {
      'Program:exit'() {
        for (const { identifier } of globalReferences(context.sourceCode)) {
          const reason = BANNED.get(identifier.name);
          if (reason !== undefined)
            context.report({ node: identifier, messageId: 'banned', data: { name: identifier.name, reason } });
        }
      },
    };
  },
};
