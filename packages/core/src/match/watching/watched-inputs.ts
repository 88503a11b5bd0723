import type { Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import type { PacketReader } from '../../wire/packet.js';
import type { MatchContext } from '../context.js';
import { InputSections, type TakeRow } from '../input-sections.js';
import type { Seat } from '../seat.js';

/** Frames that we may be behind what we have inputs for: fewer than are kept. */
export const AHEAD_MAX = 600;

/** The inputs of those who play, as the machine tells them that serves us. */
export class WatchedInputs<F extends FieldSpecs> {
  readonly #sections: InputSections<F>;
  readonly #input: Uint32Array;
  /** Whose inputs #takeRow stores. */
  #owner: Seat;

  readonly #context: MatchContext<F>;
  readonly #seats: readonly Seat[];

  constructor(context: MatchContext<F>, seats: readonly Seat[]) {
    this.#context = context;
    this.#seats = seats;

    this.#sections = new InputSections(context.settings, context.parts, context.outbox.out);
    this.#input = new Uint32Array(context.settings.inputWords);
    this.#owner = seats[0]!; // A roster has two seats or more.
  }

  /** Reads sections to the end of a packet. `base` is the frame that the packet names. */
  read(reader: PacketReader, base: Frame): void {
    const { inputs } = this.#context.parts;
    while (reader.sound && reader.at < reader.end) {
      const owner = this.#seats[reader.get()];
      if (!owner || !reader.sound) break;
      this.#owner = owner;
      this.#sections.get(reader, owner, base, inputs.confirmedOf(owner.first) + 1, this.#takeRow);
    }
    if (!reader.sound) this.#context.links.drop();
  }

  readonly #takeRow: TakeRow = (frame, row) => {
    const { inputs, session } = this.#context.parts;
    const owner = this.#owner;
    if (frame !== inputs.confirmedOf(owner.first) + 1 || frame > session.frame() + AHEAD_MAX) return;
    const input = this.#input;
    for (let player = 0; player < owner.players; player++) {
      for (let word = 0; word < input.length; word++) input[word] = row[player * input.length + word]!;
      // Nothing is guessed here, so nothing can be contradicted.
      inputs.write(owner.first + player, frame, input);
    }
  };
}
