// Scenarios that the soak found, made small by it, and what it was.
import { describe, it } from 'vitest';
import { play } from '../play.js';
import type { Scenario } from '../scenario.js';

const FOUND: readonly (readonly [what: string, scenario: Scenario])[] = [
  [
    'a spectator of four players with four words each stood still, as its packets never had room for the last seat',
    {
      seed: 2,
      machines: { a: { players: 3 }, b: {} },
      ms: 700,
      troubles: [
        { at: 0, do: 'watch', who: 'x' },
        { at: 450, do: 'watch', who: 'z' },
      ],
      words: 4,
    },
  ],
  [
    "a machine that ended for a split told of another's goodbye after its end",
    {
      seed: 11,
      machines: { b: {}, c: {}, d: {} },
      ms: 2644,
      troubles: [{ at: 200, do: 'cut', from: 'd', to: 'b', for: 2800 }],
      onDrop: 'end',
    },
  ],
  [
    'a machine that was frozen and woke to find itself dropped told of a drop after its end',
    {
      seed: 2,
      machines: { a: {}, b: {}, c: {} },
      ms: 7543,
      troubles: [
        { at: 4995, do: 'kill', who: 'b' },
        { at: 5287, do: 'freeze', who: 'a', for: 4000 },
      ],
    },
  ],
  [
    'one that came back took its own last input for neutral: it was let in before it held its cut',
    {
      seed: 2,
      machines: { a: {}, c: {} },
      ms: 3841,
      troubles: [
        { at: 3000, do: 'poll', who: 'c', for: 900 },
        { at: 3500, do: 'reload', who: 'a', for: 0, ticket: true },
      ],
    },
  ],
  [
    "one that came back took another's last inputs for neutral: it was let in before it held that one's cut",
    {
      seed: 2,
      machines: { a: {}, c: {}, d: {} },
      ms: 5438,
      troubles: [
        { at: 2925, do: 'reload', who: 'a', for: 0, ticket: true },
        { at: 4500, do: 'reload', who: 'a', for: 0, ticket: true },
        { at: 5000, do: 'reload', who: 'd', for: 0, ticket: false },
      ],
    },
  ],
  [
    'a spectator was served by one that had just come back, and was sent zeros for frames that this one never held',
    {
      seed: 2,
      machines: { a: {}, b: {} },
      ms: 2150,
      troubles: [
        { at: 1650, do: 'reload', who: 'a', for: 0, ticket: true },
        { at: 0, do: 'watch', who: 'z' },
      ],
    },
  ],
  [
    'one that left before its re-entry frame was cut at another frame on each machine',
    {
      seed: 2,
      machines: { a: {}, b: { speed: 0.98 }, c: {} },
      ms: 12_500,
      troubles: [
        { at: 10_000, do: 'reload', who: 'c', for: 800, ticket: true },
        { at: 12_000, do: 'close', who: 'c' },
      ],
    },
  ],
  [
    'at a long lag a spectator was given the state of a frame that the ring held no longer',
    {
      seed: 1,
      machines: { c: { late: 1984 }, d: {} },
      ms: 3779,
      troubles: [{ at: 0, do: 'watch', who: 'y' }],
      link: { latencyMs: 129, loss: 0.26 },
    },
  ],
  [
    'in a stall a spectator was given the state of a frame that the ring held no longer',
    {
      seed: 1,
      machines: { c: { delay: 6 }, d: { late: 1303 } },
      ms: 2375,
      troubles: [
        { at: 1600, do: 'reload', who: 'c', for: 0, ticket: true },
        { at: 1875, do: 'watch', who: 'w' },
      ],
    },
  ],
  [
    'one that moved while it joined was played with at its old address, and waited for ever',
    { seed: 3, machines: { a: {}, c: {} }, ms: 508, troubles: [{ at: 100, do: 'rename', who: 'a' }] },
  ],
  [
    'one that was cut off at the very start and dropped said hello for ever',
    {
      seed: 2,
      machines: { a: { late: 2141 }, b: {} },
      ms: 5170,
      troubles: [{ at: 2470, do: 'part', side: 'a', for: 2000 }],
      link: { jitterMs: 56 },
    },
  ],
  [
    'one whose hello was sent again from elsewhere was played with there, and waited for ever',
    {
      seed: 1,
      machines: { a: {}, b: {} },
      ms: 139,
      troubles: [{ at: 0, do: 'garbage', who: 'a', kind: 'replayed', packets: 1500, for: 500 }],
    },
  ],
  [
    "two who came back one after the other: the first was told the second's re-entry frame alone",
    {
      seed: 3,
      machines: { b: {}, c: {}, d: {} },
      ms: 872,
      troubles: [
        { at: 200, do: 'reload', who: 'b', for: 0, ticket: true },
        { at: 730, do: 'reload', who: 'c', for: 0, ticket: true },
      ],
      graceMs: 4000,
    },
  ],
  [
    'a grace that ran out while a return was announced took the return back on one machine',
    {
      seed: 1,
      machines: { a: {}, b: {}, c: {} },
      ms: 22_000,
      troubles: [
        { at: 2000, do: 'close', who: 'c' },
        { at: 6400, do: 'reload', who: 'c', for: 0, ticket: true },
      ],
      link: { latencyMs: 115 },
      graceMs: 5000,
    },
  ],
  [
    'one that was let in and accused by the same packet ended, and ran on',
    {
      seed: 1,
      machines: { a: {}, b: { speed: 0.98, late: 566 }, c: {} },
      ms: 5476,
      troubles: [
        { at: 3715, do: 'reload', who: 'b', for: 0, ticket: true },
        { at: 4906, do: 'reload', who: 'b', for: 70, ticket: true },
      ],
      link: { jitterMs: 24 },
      maxPrediction: 30,
      graceMs: 1000,
    },
  ],
  [
    'a machine was dropped in the first frame of a match whose room had waited longer than pauseTimeoutMs: the wait for frame 0 was counted from there',
    {
      seed: 2,
      machines: { a: { late: 934 }, c: { delay: 0 }, d: {} },
      ms: 18750,
      troubles: [
        { at: 0, do: 'lose', from: 'a', to: 'd', packets: 10 },
        { at: 1690, do: 'lose', from: 'a', to: 'd', packets: 39 },
      ],
    },
  ],
  [
    'a false alarm: a checksum that a machine sent before its reload was of inputs past its cut',
    {
      seed: 3,
      machines: { a: {}, b: { players: 2 } },
      ms: 1388,
      troubles: [{ at: 1200, do: 'reload', who: 'b', for: 0, ticket: true }],
      link: { jitterMs: 36 },
      words: 16,
      desyncInterval: 7,
      graceMs: 1000,
    },
  ],
  [
    "one that came back was given a state with another's inputs that only its server held, and that were cut away when this one was dropped as well",
    {
      seed: 5090,
      machines: { a: {}, b: { delay: 6 }, c: {} },
      ms: 7049,
      troubles: [
        { at: 4687, do: 'cut', from: 'a', to: 'c', for: 2650 },
        { at: 5100, do: 'reload', who: 'b', for: 0, ticket: true },
      ],
    },
  ],
  [
    'rosters proposed in turn, each at the moment of its making, were backed in turn: one stood that its members had given up',
    {
      seed: 2,
      machines: { a: { late: 1595 }, c: { late: 1482 }, d: { late: 1322 } },
      ms: 1875,
      troubles: [{ at: 200, do: 'garbage', who: 'd', kind: 'replayed', packets: 8600, for: 2850 }],
    },
  ],
];

describe('found by the soak', () => {
  it.each(FOUND)('%s', (_what, scenario) => void play(scenario));
});
