#!/usr/bin/env node
// The command: judges replays out of files. The judging runs in a worker, so that a game that never comes back can be
// stopped.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { importJWK, type JWK } from 'jose';
import { checkLimits, type RefereeLimits } from './limits.js';
import { outOfTimeVerdict } from './referee.js';
import { signVerdict } from './sign-verdict.js';
import type { Upload, Verdict } from './verdict.js';

const USAGE = `lite-rollback-referee --game GAME.js NAME=PLAYERS:FILE …

Plays the replays of a match again, and says who won and who departed from the game.

  --game FILE        an ES module that exports \`game\`: a game with isOver and winners
  NAME=PLAYERS:FILE  one side: its name, its handles, its replay, as in ann=0:ann.replay or team=0,1:team.replay
  --ms N             milliseconds for all replays, default 2000
  --frames N         frames of one replay, default 216000
  --bytes N          bytes of one replay, default 2097152
  --key FILE         a private JWK of Ed25519, or a secret one for HMAC: prints the signed verdict, a JWS, and nothing else
  --json             prints the verdict as JSON

Exit code: 0 won or drawn, 3 unfinished, 4 void, 2 a mistake in the command, 1 a fault in the game's module.`;

/** How long the game's module may take to load, and the worker to end by itself, in milliseconds. */
const GRACE_MS = 5000;
const EXIT = { won: 0, drawn: 0, unfinished: 3, void: 4 } as const;

class UsageError extends Error {}

/** 'ann=0,1:file' taken apart, and the file read. One that is too large is not read, and its size alone is judged. */
async function readUpload(argument: string, maxBytes: number): Promise<Upload> {
  const [, by, handles, file] = /^([^=]+)=(\d+(?:,\d+)*):(.+)$/.exec(argument) ?? [];
  if (by === undefined || handles === undefined || file === undefined)
    throw new UsageError(`'${argument}' is no side: write NAME=PLAYERS:FILE, as in ann=0:ann.replay`);
  const size = await stat(file).then(
    (info) => info.size,
    () => {
      throw new UsageError(`there is no file '${file}'`);
    },
  );
  // One byte more than allowed is enough for the finding.
  const bytes = size > maxBytes ? new Uint8Array(maxBytes + 1) : new Uint8Array(await readFile(file));
  return { by, players: handles.split(',').map(Number), bytes };
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new UsageError(`--${name} must be a whole number, got '${text}'`);
  return Number(text);
}

async function readKey(file: string): Promise<CryptoKey> {
  const jwk = await readFile(file, 'utf8').then(
    // Whatever it holds: importJWK looks at it.
    (text) => JSON.parse(text) as JWK,
    () => {
      throw new UsageError(`--key: '${file}' cannot be read`);
    },
  );
  if (jwk.kty === 'oct') {
    const bytes = Uint8Array.from(Buffer.from(jwk.k ?? '', 'base64url'));
    return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  }
  const key = await importJWK(jwk, 'EdDSA');
  if (key instanceof Uint8Array) throw new UsageError(`--key: '${file}' holds no Ed25519 key`);
  return key;
}

/** What the worker answers, or a void verdict where it does not in time. */
function judgeInWorker(module: string, uploads: readonly Upload[], limits: Required<RefereeLimits>): Promise<Verdict> {
  const worker = new Worker(new URL('./judge-worker.js', import.meta.url), {
    workerData: { game: pathToFileURL(resolve(module)).href, uploads, limits },
  });
  return new Promise((done, failed) => {
    const timer = setTimeout(
      () => {
        done(
          outOfTimeVerdict(
            module,
            uploads.map(({ by, players, bytes }) => ({ by, players, sha256: sha256(bytes) })),
          ),
        );
      },
      2 * limits.milliseconds + GRACE_MS,
    );
    worker.once('message', (answer: { verdict: Verdict } | { fault: string }) => {
      clearTimeout(timer);
      if ('verdict' in answer) done(answer.verdict);
      else failed(new Error(answer.fault));
    });
    worker.once('error', failed);
  }).finally(() => worker.terminate()) as Promise<Verdict>;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      game: { type: 'string' },
      ms: { type: 'string' },
      frames: { type: 'string' },
      bytes: { type: 'string' },
      key: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  if (values.game === undefined) throw new UsageError('--game is missing');
  if (positionals.length === 0) throw new UsageError('there is no replay to judge');
  const [milliseconds, frames, bytes] = [
    numberOf('ms', values.ms),
    numberOf('frames', values.frames),
    numberOf('bytes', values.bytes),
  ];
  const limits = checkLimits({
    ...(milliseconds === undefined ? {} : { milliseconds }),
    ...(frames === undefined ? {} : { frames }),
    ...(bytes === undefined ? {} : { bytes }),
  });
  const key = values.key === undefined ? undefined : await readKey(values.key);
  const uploads = await Promise.all(positionals.map((argument) => readUpload(argument, limits.bytes)));
  const verdict = await judgeInWorker(values.game, uploads, limits);
  if (key !== undefined) console.log(await signVerdict(verdict, key));
  else if (values.json === true) console.log(JSON.stringify(verdict, undefined, 2));
  else console.log(inWords(verdict));
  return EXIT[verdict.outcome];
}

function inWords({ outcome, message, sides, confirmedBy }: Verdict): string {
  const lines = sides.map(({ by, finding }) => {
    if (finding.status === 'verified')
      return `  ${by}: verified, ${finding.frames} frames${confirmedBy.includes(by) ? '' : ', not all of them'}`;
    return `  ${by}: ${finding.status === 'refused' ? `refused, ${finding.code}` : finding.status}: ${finding.message}`;
  });
  return [`${outcome}: ${message}`, ...lines].join('\n');
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const usage =
      error instanceof UsageError ||
      (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
    console.error(error instanceof Error ? error.message : String(error));
    if (usage) console.error(`\n${USAGE}`);
    process.exitCode = usage ? 2 : 1;
  },
);
