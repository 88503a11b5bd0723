import type { Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import { copyRow } from '../../wire/input-rows.js';
import type { MatchContext } from '../context.js';
import type { Seat } from '../seat.js';

/** Gives inputs to handles that nobody plays: zeros, or with onDrop 'repeat' the last input once more. */
export type Fill = (seat: Seat, through: Frame) => void;

export function createFilling<F extends FieldSpecs>({ settings, parts }: MatchContext<F>): Fill {
  const { inputWords, onDrop } = settings;
  const { inputs } = parts;
  const input = new Uint32Array(inputWords);
  return (seat, through) => {
    for (let player = seat.first; player < seat.first + seat.players; player++) {
      for (let frame = inputs.confirmedOf(player) + 1; frame <= through; frame++) {
        if (onDrop === 'repeat') copyRow(inputs, inputWords, player, 1, frame - 1, input);
        parts.queueInput(player, frame, input);
      }
    }
  };
}
