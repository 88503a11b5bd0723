// The worker of the command: loads the game's module, judges, and answers with one message.
import { parentPort, workerData } from 'node:worker_threads';
import type { FieldSpecs } from '@lite-rollback/core';
import type { JudgedGame } from './judged-game.js';
import type { RefereeLimits } from './limits.js';
import { referee } from './referee.js';
import type { Upload } from './verdict.js';

// As command.ts hands it over.
const { game, uploads, limits } = workerData as { game: string; uploads: readonly Upload[]; limits: RefereeLimits };

async function judge(): Promise<unknown> {
  // Whatever the module exports: referee() looks at it.
  const loaded = (await import(game)) as { game?: JudgedGame<FieldSpecs> };
  if (loaded.game === undefined) return { fault: `${game} exports no \`game\`` };
  return { verdict: await referee(loaded.game, uploads, limits) };
}

judge().then(
  (answer) => parentPort?.postMessage(answer),
  (error: unknown) => parentPort?.postMessage({ fault: error instanceof Error ? error.message : String(error) }),
);
