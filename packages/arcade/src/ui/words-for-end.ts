// What the cabinet says of a match that has ended: what is so, and what to do next.
import type { FieldSpecs } from '@lite-rollback/core';
import type { Round } from '../rooms/round.js';

export interface Words {
  title: string;
  detail: string;
}

type AnyRound = Round<FieldSpecs>;

/** Why this machine could not take part. */
function rejected(round: AnyRound): Words {
  const detail = round.lastReject?.detail ?? '';
  switch (round.lastReject?.reason) {
    case 'full':
      return {
        title: 'This game is full',
        detail: 'Everyone it needs is already there. Start a new game and send its link instead.',
      };
    case 'taken':
      return {
        title: 'Already open elsewhere',
        detail: 'This seat is played in another tab or window. Go on there, or close it and reload this page.',
      };
    case 'protocol':
      return { title: 'Different versions', detail: `The two pages run different versions. Reload both. (${detail})` };
    case 'game':
      return {
        title: 'A different game',
        detail: `The other page plays something else. Check the link you were sent. (${detail})`,
      };
    case 'layout':
    case 'options':
      return {
        title: 'The pages do not match',
        detail: `One of the two is out of date or set up differently. Reload both. (${detail})`,
      };
    case 'timeout':
      return {
        title: 'They did not answer',
        detail: 'The other player was found but stopped answering. Try again, or send the link again.',
      };
    default:
      return { title: 'Could not join', detail: `The other page refused. Reload both and try again. ${detail}`.trim() };
  }
}

/** A player of a match that this machine plays, or watches, is gone. */
function dropped(round: AnyRound): Words {
  const who = watches(round) ? 'A player' : 'The other player';
  const next = watches(round) ? 'Watch the next one to wait for it here.' : 'Play again to wait for them here.';
  // Who watches is told that the match is over, and not why.
  if (round.lastDrop === undefined) return { title: `${who} is gone`, detail: `The match ended with that. ${next}` };
  switch (round.lastDrop.reason) {
    case 'left':
      return { title: `${who} left`, detail: `Their page was closed, or went elsewhere. ${next}` };
    case 'closed':
      return { title: `${who} left`, detail: `Their page went away and did not come back. ${next}` };
    case 'budget':
      return { title: `${who} was let go`, detail: `They had held the game up for too long. ${next}` };
    case 'split':
      return { title: 'Connection lost', detail: `Some of you could not reach each other any more. ${next}` };
    default:
      return { title: `${who} is gone`, detail: `Nothing has been heard from them for too long. ${next}` };
  }
}

/** Of a match that has started. */
const watches = (round: AnyRound): boolean => round.match.localHandles.length === 0;

/** For a match that ended other than by being played to its end. */
export function wordsForEnd(round: AnyRound): Words {
  const ways = `${watches(round) ? 'Watch the next one' : 'Play again'}, or go back to the menu.`;
  switch (round.endReason) {
    case 'rejected':
      return rejected(round);
    case 'dropped':
      return dropped(round);
    case 'desync': {
      const at = round.firstDesync;
      return {
        title: 'The two games came apart',
        detail: `At frame ${at?.frame ?? '?'} the two machines computed different states from the same inputs. Reload both pages, so that they run the same version of the game. If it happens again, it is a fault of the game: save the replay on both sides and send both, with the line below, to whoever made it.`,
      };
    }
    case 'timeout':
      return {
        title: 'No start',
        detail: 'The other player was found, but the two pages could not agree in time. Try again.',
      };
    case 'split':
      return {
        title: 'You lost the others',
        detail: 'None of the other players could be heard any more. Check your connection, then play again.',
      };
    case 'closed':
      return { title: 'You left the game', detail: ways };
    default:
      return { title: 'The game is over', detail: ways };
  }
}

/** The line for whoever has to find the fault: where the states differ, and what each machine has there. */
export function desyncLine(round: AnyRound): string {
  const at = round.firstDesync;
  if (at === undefined) return '';
  const hex = (sum: number): string => (sum >>> 0).toString(16).padStart(8, '0');
  const { diff } = at;
  const where =
    diff === undefined
      ? 'the field is not known: the other machine was gone before it could say'
      : `${diff.field}[${diff.index}] is ${diff.local} here, ${diff.remote} there`;
  return `frame ${at.frame}: ${where} (checksums ${hex(at.local)} here, ${hex(at.remote)} there)`;
}
