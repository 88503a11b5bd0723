import { beforeAll, describe, expect, it } from 'vitest';
import { changed, duel, playAlone, pressing } from '../test/duel.js';
import { createRefereeHandler, type RefereeHandlerOptions, type Seat } from './handler.js';
import { openVerdict } from './sign-verdict.js';
import type { Verdict } from './verdict.js';

let replay: Uint8Array<ArrayBuffer>;
beforeAll(() => {
  replay = new Uint8Array(playAlone(duel, 5000, pressing(5)));
});

/** As a server that trusts what a path says: /MATCH/NAME. */
function seatOf(request: Request): Seat | undefined {
  const [, match = '', by = ''] = new URL(request.url).pathname.split('/');
  return by === 'ann' || by === 'ben' ? { match, by, players: [by === 'ann' ? 0 : 1], sides: 2 } : undefined;
}

function serve(options: Partial<RefereeHandlerOptions<typeof duel.fields>> = {}) {
  const clock = { time: 0 };
  const handler = createRefereeHandler({ game: duel, seatOf, now: () => clock.time, ...options });
  const send = async (
    path: string,
    init: RequestInit & { duplex?: 'half' } = {},
  ): Promise<{ status: number; body: any; headers: Headers }> => {
    const response = await handler(new Request(`http://referee.example/${path}`, init));
    expect(response.headers.get('content-type')).toBe('application/json');
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  return { clock, send, post: (path: string, body: BodyInit = replay) => send(path, { method: 'POST', body }) };
}

describe('a match of two', () => {
  it('is judged once both replays are here, and tells everyone the same', async () => {
    const { post, send } = serve();
    expect(await post('m1/ann')).toMatchObject({ status: 202, body: { waitingFor: 1 } });
    expect(await send('m1/ann')).toMatchObject({ status: 202, body: { waitingFor: 1 } });
    const last = await post('m1/ben');
    expect(last).toMatchObject({
      status: 200,
      body: { verdict: { outcome: 'won', winners: [1], confirmedBy: ['ann', 'ben'] } },
    });
    expect(last.body.signed).toBeUndefined();
    expect((await send('m1/ann')).body).toEqual(last.body);
    expect((await post('m1/ann')).body, 'handed in again').toEqual(last.body);
  });
  it('is judged once, however many ask at once', async () => {
    let simulated = 0;
    const { post, send } = serve({
      game: changed({
        simulate(fields, inputs, frame) {
          simulated++;
          duel.simulate(fields, inputs, frame);
        },
      }),
    });
    await post('m1/ann');
    const answers = await Promise.all([post('m1/ben'), send('m1/ann'), send('m1/ben'), post('m1/ben')]);
    const { verdict } = answers[0]!.body as { verdict: Verdict };
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    await send('m1/ann');
    expect(simulated).toBe(2 * verdict.frames);
  });
  it('is signed, where there is a key', async () => {
    const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
    const { post } = serve({ key });
    await post('m1/ann');
    const { body } = await post('m1/ben');
    expect(await openVerdict(body.signed, key)).toEqual(body.verdict);
  });
  it('has a verdict for garbage, too', async () => {
    const { post } = serve();
    await post('m1/ann', 'not a replay');
    expect((await post('m1/ben')).body.verdict).toMatchObject({
      outcome: 'won',
      confirmedBy: ['ben'],
      sides: [{ finding: { code: 'not-a-replay' } }, {}],
    });
  });
  it('does not mix with another match', async () => {
    const { post } = serve();
    await post('m1/ann');
    expect((await post('m2/ben')).status).toBe(202);
  });
});

describe('a side that does not come', () => {
  it('is waited for, and then the match is judged without it', async () => {
    const { post, send, clock } = serve({ waitMs: 1000 });
    await post('m1/ann');
    clock.time = 999;
    expect((await send('m1/ann')).status).toBe(202);
    clock.time = 1000;
    expect((await send('m1/ann')).body.verdict).toMatchObject({ outcome: 'won', confirmedBy: ['ann'] });
    expect(await post('m1/ben')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('without your replay') },
    });
  });
  it('is forgotten with its match in the end', async () => {
    const { post, send, clock } = serve({ waitMs: 1000 });
    await post('m1/ann');
    clock.time = 2000;
    expect((await send('m1/ann')).status).toBe(404);
    expect((await post('m1/ben')).status, 'a new match of that name').toBe(202);
  });
});

describe('a sender’s mistake', () => {
  it('is answered with what it was', async () => {
    const { post, send } = serve({ limits: { bytes: 1000 } });
    expect((await send('m1/eve')).status).toBe(403);
    expect((await post('m1/eve')).status).toBe(403);
    expect((await send('m1/ann')).status).toBe(404);
    const refused = await send('m1/ann', { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect((await post('m1/ann', new Uint8Array(1001))).status).toBe(413);
    expect((await post('m1/ann')).status).toBe(202);
    expect((await post('m1/ann')).status, 'the same again').toBe(202);
    expect(await post('m1/ann', 'another')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('another replay') },
    });
  });
  it('an empty body is a replay that is none', async () => {
    const { send, post } = serve();
    await send('m1/ann', { method: 'POST' });
    expect((await post('m1/ben')).body.verdict.sides[0].finding).toMatchObject({ code: 'not-a-replay' });
  });
  it('a body without an end is cut off at the limit', async () => {
    const { send } = serve({ limits: { bytes: 5000 } });
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1000;
        controller.enqueue(new Uint8Array(1000));
      },
      cancel() {
        cancelled = true;
      },
    });
    expect((await send('m1/ann', { method: 'POST', body, duplex: 'half' })).status).toBe(413);
    expect(sent).toBeLessThan(20_000);
    expect(cancelled).toBe(true);
  });
  it('a body that breaks off is none', async () => {
    const { send } = serve();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(replay.subarray(0, 10));
        controller.error(new Error('gone'));
      },
    });
    expect((await send('m1/ann', { method: 'POST', body, duplex: 'half' })).status).toBe(408);
    expect((await send('m1/ann')).status).toBe(404);
  });
});

describe('memory', () => {
  it('of waiting replays is bounded, and free again after the verdict', async () => {
    const { post } = serve({ heldBytes: 2.5 * replay.length });
    await post('m1/ann');
    await post('m2/ann');
    const full = await post('m3/ann');
    expect([full.status, full.headers.get('retry-after')]).toEqual([503, '60']);
    expect((await post('m1/ben')).status, 'no room for this one either').toBe(503);
  });
  it('is given back by a match that was judged or forgotten', async () => {
    const { post, clock } = serve({ heldBytes: 2.5 * replay.length, waitMs: 1000 });
    await post('m1/ann');
    await post('m1/ben');
    await post('m2/ann');
    expect((await post('m2/ben')).status).toBe(200);
    await post('m3/ann');
    clock.time = 500;
    await post('m4/ann');
    clock.time = 2400;
    expect((await post('m5/ann')).status, 'm3 is forgotten').toBe(202);
  });
});

describe('options', () => {
  it.each([
    ['no seatOf', { seatOf: undefined }, /seatOf/],
    ['a wait of nothing', { waitMs: 0 }, /waitMs/],
    ['no memory', { heldBytes: Number.NaN }, /heldBytes/],
    ['a misspelt limit', { limits: { byte: 1 } }, /no 'byte'/],
    ['a game without winners', { game: { ...duel, winners: undefined } }, /winners/],
  ])('%s throws', (_, options, message) =>
    expect(() => createRefereeHandler({ game: duel, seatOf, ...options } as never)).toThrow(message),
  );
  it('a fault of the server’s own goes to the server', async () => {
    const handler = createRefereeHandler({
      game: duel,
      seatOf() {
        throw new Error('no database');
      },
    });
    await expect(handler(new Request('http://referee.example/'))).rejects.toThrow('no database');
  });
});
