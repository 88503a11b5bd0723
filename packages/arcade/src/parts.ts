// The parts of one mounted cabinet, made once and shared by those who run it.
import type { FieldSpecs, PlayerHandle } from '@lite-rollback/core';
import { storedText } from './browser/stored-text.js';
import { createArrival, type Arrival } from './arrival.js';
import { startDemo, type Demo } from './demo.js';
import { expose, type Exposed } from './expose.js';
import { createHud, type Hud } from './hud/hud.js';
import { createBindings, keyName, type Bindings } from './input/bindings.js';
import { createButtons, type Buttons } from './input/buttons.js';
import { createControls, type Controls } from './input/controls.js';
import { createPadBindings, type PadBindings } from './input/pad-bindings.js';
import { createSeats, type Seats } from './input/seats.js';
import { createTouchPads, type TouchPads } from './input/touch-pad.js';
import type { CabinetOptions } from './options.js';
import { createStageCanvas, type StageCanvas } from './picture/stage-canvas.js';
import { fullName } from './player-look.js';
import { linkTo, type Address } from './rooms/address.js';
import { createSynth, type Synth } from './sound/synth.js';
import { createTimeline, type Timeline } from './timeline/timeline.js';
import type { Choice } from './ui/choices.js';
import { createShell, type Shell } from './ui/shell.js';

export interface Parts<F extends FieldSpecs> {
  readonly options: CabinetOptions<F>;
  readonly shell: Shell;
  readonly canvas: StageCanvas;
  readonly buttons: Buttons;
  readonly bindings: Bindings;
  readonly padBindings: PadBindings;
  readonly seats: Seats;
  /** What the players of this machine press. */
  readonly controls: (handle: PlayerHandle) => Controls;
  readonly pads: TouchPads;
  readonly synth: Synth;
  readonly arrival: Arrival;
  readonly hud: Hud;
  readonly demo: Demo;
  readonly exposed: Exposed;
  readonly timeline: Timeline | undefined;
  readonly reducedMotion: () => boolean;
  /** The link for `address` at this page. */
  readonly link: (address: Address) => string;
  readonly toMenu: Choice;
  readonly retry: Choice;
}

export function createParts<F extends FieldSpecs>(options: CabinetOptions<F>, onSeatsChange: () => void): Parts<F> {
  const synth = createSynth();
  const shell = createShell(options.parent ?? document.body, options.title);
  const buttons = createButtons(options.game.numPlayers);
  const seats = createSeats(onSeatsChange);
  const motion = matchMedia('(prefers-reduced-motion: reduce)');
  const reducedMotion = (): boolean => motion.matches;
  const here = location.href;
  const exposed = expose(options.game, buttons);
  const bindings = createBindings(
    options.keys,
    storedText('local', `arcade-keys ${options.game.id} ${options.keys.length}`),
  );
  const padBindings = createPadBindings(options.gamepad ?? {}, storedText('local', `arcade-pads ${options.game.id}`));
  const canvas = createStageCanvas(shell.stage, options.stage);
  canvas.describe(`${options.title}: the picture`);
  const localHandles = (): readonly PlayerHandle[] => exposed.match?.localHandles ?? [];
  const link = (address: Address): string => linkTo(address, here);
  const timeline =
    options.timeline === false
      ? undefined
      : createTimeline({
          root: shell.root,
          game: options.game,
          title: options.title,
          buttons: options.pad,
          names: options.players.map(fullName),
          reducedMotion,
          isGameKey: (code) => shell.view === 'play' && bindings.maps.some((map) => Object.hasOwn(map, code)),
          home: shell.stage,
        });
  exposed.timeline = timeline ?? null;
  return {
    options,
    shell,
    canvas,
    buttons,
    bindings,
    padBindings,
    seats,
    controls: createControls({ bindings, localHandles, seats, touch: () => shell.root.dataset['touch'] === 'yes' }),
    pads: createTouchPads(shell.pads, buttons, options.pad, (handle) => seats.take('touch', handle)),
    synth,
    arrival: createArrival(synth),
    hud: createHud(shell.hud),
    demo: startDemo(options, reducedMotion, () => canvas.pxPerUnit),
    exposed,
    timeline,
    reducedMotion,
    link,
    toMenu: { label: 'Menu', href: link({ kind: 'menu' }), back: true },
    retry: { label: 'Try again', main: true, onClick: () => location.reload() },
  };
}

/** How the keys of a seat are named under the stage and in the menu: "W S". */
export function keyNamesOf<F extends FieldSpecs>(
  { bindings, options }: Pick<Parts<F>, 'bindings' | 'options'>,
  seat: number,
): string {
  const given = options.keyNames?.[seat];
  if (given !== undefined && !bindings.changed) return given;
  return options.pad.map((button) => keyName(bindings.codeOf(seat, button.bits))).join(' ');
}
