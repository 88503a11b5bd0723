// Does not roll back: every sentence the cabinet says about a match. Each says what is so, and what to do next.
import type { FieldSpecs } from '@lite-rollback/core';
import type { Round } from '../rooms/round.js';

export interface Words {
  title: string;
  detail: string;
}

/** Half a second of stalled ticks at 60 Hz: shorter stalls are felt, but gone before they can be read. */
const STALL_WORTH_SAYING = 30;

type AnyRound = Round<FieldSpecs>;

/** Why this machine could not take part. */
function rejected(round: AnyRound): Words {
  const detail = round.lastReject?.detail ?? '';
  switch (round.lastReject?.reason) {
    case 'full':
      return { title: 'This game is full', detail: 'Everyone it needs is already there. Start a new game and send its link instead.' };
    case 'protocol':
      return { title: 'Different versions', detail: `The two pages run different versions. Reload both. (${detail})` };
    case 'game':
      return { title: 'A different game', detail: `The other page plays something else. Check the link you were sent. (${detail})` };
    case 'layout':
    case 'options':
      return { title: 'The pages do not match', detail: `One of the two is out of date or set up differently. Reload both. (${detail})` };
    case 'timeout':
      return { title: 'They did not answer', detail: 'The other player was found but stopped answering. Try again, or send the link again.' };
    default:
      return { title: 'Could not join', detail: `The other page refused. Reload both and try again. ${detail}`.trim() };
  }
}

function dropped(round: AnyRound): Words {
  switch (round.lastDrop?.reason) {
    case 'left':
    case 'closed':
      return { title: 'The other player left', detail: 'Their page was closed or reloaded. Play again to wait for them here.' };
    case 'split':
      return { title: 'Connection lost', detail: 'Some of you could not reach each other any more. Play again to wait for them here.' };
    default:
      return { title: 'The other player is gone', detail: 'Nothing has been heard from them for too long. Play again to wait for them here.' };
  }
}

/** For a match that ended other than by being played to its end. */
export function wordsForEnd(round: AnyRound): Words {
  switch (round.endReason) {
    case 'rejected':
      return rejected(round);
    case 'dropped':
      return dropped(round);
    case 'desync': {
      const at = round.firstDesync;
      const field = at?.diff === undefined ? '' : ` in ${at.diff.field}[${at.diff.index}]`;
      return {
        title: 'The two games came apart',
        detail: `At frame ${at?.frame ?? '?'} both machines computed something different${field}. Reload both pages, so that they run the same version.`,
      };
    }
    case 'timeout':
      return { title: 'No start', detail: 'The other player was found, but the two pages could not agree in time. Try again.' };
    case 'closed':
      return { title: 'You left the game', detail: 'Play again, or go back to the menu.' };
    default:
      return { title: 'The game is over', detail: 'Play again, or go back to the menu.' };
  }
}

/** One line over a match that runs, or undefined while all is well. */
export function statusLine(round: AnyRound): string | undefined {
  const { match } = round;
  if (match.state === 'syncing') return 'Found the other player. Starting…';
  if (round.pausedBy.size > 0) {
    if (round.pausedBy.has('')) return undefined; // our own pause has a screen of its own
    const hidden = [...round.pausedBy.values()].every((reason) => reason === 'hidden');
    return hidden ? 'Paused: the other player’s page is asleep. It goes on when they come back.' : 'Paused by the other player. It goes on when they resume.';
  }
  if (round.quiet.size > 0) return 'Nothing heard from the other player. Waiting for their connection to come back…';
  if (round.stalledTicks >= STALL_WORTH_SAYING) return 'Waiting for the other player’s moves…';
  if (round.firstDesync !== undefined) {
    return `The two games came apart at frame ${round.firstDesync.frame}. Finish for fun, then reload both pages.`;
  }
  return undefined;
}

/** A failure to reach others, by the `code` that the online provider's error carries, if it carries one. */
export function wordsForFailure(error: unknown): Words {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  switch (code) {
    case 'no-such-room':
      return { title: 'No game under this code', detail: 'Its host may have left, or the code has a slip in it. Check it, or ask for a new link.' };
    case 'unavailable':
      return { title: 'This code is taken', detail: 'Another game uses it. Host again to get a new one.' };
    case 'signaling':
      return { title: 'The meeting point does not answer', detail: 'The server that introduces players cannot be reached. Check your connection and try again, or play on this machine.' };
    case 'ice':
      return { title: 'No way through', detail: 'Your networks do not let the two machines connect. Try another network, such as a phone’s hotspot.' };
    case 'timeout':
      return { title: 'That took too long', detail: 'Nobody answered in time. Check your connection and try again.' };
    case 'browser':
      return { title: 'This browser cannot connect', detail: 'It lacks WebRTC. Try a current Chrome, Edge, Firefox or Safari.' };
    default:
      return { title: 'Could not connect', detail: `Try again, or go back to the menu. (${message})` };
  }
}
