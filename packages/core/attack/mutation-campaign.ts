// Packets of every type, damaged and sealed again with the true key, from a player, from a machine that follows and from
// strangers. Nothing may throw, and whatever an honest machine confirms is what its game makes of the inputs that the other
// honest machines sampled and of those that it was told by the enemy.
import type { Frame, PlayerHandle } from '../src/index.js';
import { InputLog, Truth } from '../test/match/offline.js';
import { mutate } from '../test/match/mutate.js';
import { between, createRandom, type Random } from '../test/match/random.js';
import { sensitiveGame } from '../test/match/sensitive-game.js';
import type { Machine } from '../test/match/world.js';
import { Arena, dropped, reached, seatOf } from './arena.js';
import type { HostileClient } from './client/hostile-client.js';
import type { HostileLink } from './client/hostile-link.js';
import { derive } from './wire/half-sip-hash.js';
import { seedOf } from './wire/meet.js';
import { writeRelay } from './wire/relay.js';
import { isPlain, seal, TYPES, typeOf, type Packet } from './wire/seals.js';

/** Packets kept of each type. */
const KEPT = 120;
/** The share of goodbyes that are sent: each may be the enemy's last word. */
const GOODBYES = 0.01;
/** Packets sent after the enemy is out. */
const PACKETS_WHEN_OUT = 200;

export type Tapes = ReadonlyMap<number, readonly Packet[]>;

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** Packets of every type, from one match in which there is trouble of every kind. */
export function recordTapes(seed: number): Tapes {
  const tapes = new Map<number, Packet[]>();
  const options = { onDrop: 'neutral', dropAfterMs: 1000, notifyAfterMs: 300, rejoinGraceMs: 4000 } as const;
  const arena = new Arena({ seed, game: { numPlayers: 3 }, options, verified: false });
  const keep = (bytes: Packet): Packet => {
    const tape = tapes.get(typeOf(bytes)) ?? [];
    tapes.set(typeOf(bytes), tape);
    if (tape.length < KEPT) tape.push(bytes.slice());
    return bytes;
  };
  const names = ['a', 'b', 'c', 'w', 'again'];
  for (const from of names) for (const to of names) if (from !== to) arena.world.network.link(from, to).tap = keep;
  arena.play(['a', 'b', 'c'], {}, 60);
  const [a, b] = [arena.machine('a'), arena.machine('b')];
  arena.honest('w', { options: { role: 'spectator' } });
  arena.run(1500);
  arena.world.network.set({ cut: true }, 'a', 'b');
  arena.run(800);
  arena.world.network.set({ cut: false }, 'a', 'b');
  arena.run(800);
  const { ticket } = b.events('start')[0]!;
  b.match.close();
  arena.run(300);
  b.mode = 'off';
  arena.honest('again', { options: { ticket } });
  arena.until('it is back', () => a.events('join').some(({ rejoined }) => rejoined));
  arena.run(500);
  return tapes;
}

/** The inputs of an enemy are what the machine that is checked was told; all others what their machines sampled. */
class BelievedLog extends InputLog {
  readonly #shared: InputLog;
  readonly #enemy: HostileClient;
  readonly #machine: Machine;
  /** What was confirmed up to here, while the enemy played by the rules. */
  readonly #through: Frame;
  readonly #input: Uint32Array;

  constructor(shared: InputLog, enemy: HostileClient, machine: Machine) {
    super(shared.words);
    this.#shared = shared;
    this.#enemy = enemy;
    this.#machine = machine;
    this.#through = reached(machine);
    this.#input = new Uint32Array(shared.words);
  }

  override read(player: PlayerHandle, frame: Frame, out: Uint32Array, at: number): boolean {
    const enemy = this.#enemy.player;
    if (player !== enemy.self) return this.#shared.read(player, frame, out, at);
    if (frame <= this.#through) this.#input.set(enemy.rowOf(enemy.self, frame));
    else this.#machine.match.session.inputAt(player, frame, this.#input);
    out.set(this.#input, at);
    return true;
  }
}

/** Compares every frame that a machine confirms. */
function createCheck(arena: Arena, machine: Machine, evil: HostileClient, inputWords: number): () => void {
  const seed = seedOf(evil.entries, arena.introduction.terms);
  const log = new BelievedLog(arena.world.log(seed), evil, machine);
  const game = sensitiveGame({ numPlayers: arena.numPlayers, inputWords });
  const truth = new Truth(game, log, seed, 'neutral');
  // What was confirmed before is no longer kept.
  const begun = reached(machine);
  let told = 0;
  return () => {
    for (const happening of machine.happenings.slice(told)) {
      told++;
      if (happening.name === 'drop') {
        const { peer, handles, lastFrame } = happening.detail;
        const isPlayer = handles.length > 0;
        if (isPlayer && peer !== evil.address) throw new Error(`${machine.name} put ${peer} out`);
        for (const player of handles) truth.cut(player, lastFrame);
      }
      if (happening.name === 'join') {
        const { handles, frame, rejoined } = happening.detail;
        if (rejoined) for (const player of handles) truth.reenter(player, frame);
      }
    }
    const { session } = machine.match;
    while (truth.frame < reached(machine)) {
      truth.step();
      if (truth.frame < begun) continue;
      if (session.checksumAt(truth.frame) !== truth.checksum()) {
        throw new Error(`${machine.name} confirms another state after frame ${truth.frame} than the truth`);
      }
    }
  };
}

export interface CampaignResult {
  readonly sent: number;
  /** Of those, such as the victim made something of: whole packets, taken. */
  readonly taken: number;
  readonly byType: Map<number, number>;
}

interface Sender {
  readonly address: string;
  link(to: Machine): HostileLink | undefined;
}

/** Seals damaged bytes as the sender's next packet. */
function sealAgain(random: Random, bytes: Packet, link: HostileLink, seat: number, to: number): Packet {
  if (isPlain(bytes)) return seal(bytes, link.sealsWith);
  const numbered = new Uint8Array(Math.max(bytes.length, 8));
  numbered.set(bytes);
  const count = link.sequence++;
  numbered.set([count & 255, (count >> 8) & 255, (count >> 16) & 255], 5);
  if (random() > 0.05) return seal(numbered, link.sealsWith);
  // Now and then one of its own packets in a carrier, as if another had carried it.
  const carried = seal(numbered, derive(link.key, link.node, 1));
  return link.seal(TYPES.RELAY, writeRelay({ origin: seat, target: to, packet: carried }));
}

/** One match with an enemy in it, and so many damaged packets. */
export function runCampaign(seed: number, packets: number, tapes: Tapes): CampaignResult {
  const random = createRandom(seed);
  const count = 2 + (seed % 3);
  const inputWords = 1 + (seed % 2);
  const options = { onDrop: 'neutral', pauseTimeoutMs: 5000, rejoinGraceMs: seed % 2 ? 2000 : 0 } as const;
  const arena = new Arena({ seed, game: { numPlayers: count, inputWords }, options, verified: false });
  arena.play(['a', 'b', 'c'].slice(0, count - 1).concat('evil'), { evil: {} }, 60);
  const evil = arena.clients[0]!;
  // Whatever its damaged packets have made the others believe, it goes on.
  evil.player.isFree = true;
  const honest = [...arena.machines];
  const checks = honest.map((machine) => createCheck(arena, machine, evil, inputWords));
  const check = (): void => checks.forEach((each) => each());
  const watcher = arena.honest('w', { options: { role: 'spectator' } });
  const follower = arena.hostile('f', { players: seed % 2 });
  arena.run(1000, check);
  const senders: Sender[] = [
    { address: 'evil', link: (to) => evil.player.settings.links[seatOf(to)] },
    { address: 'f', link: (to) => follower.room.linkTo(to.name) },
  ];
  const byType = new Map<number, number>();
  const types = [...tapes.keys()];
  let [sent, lost] = [0, 0];
  // Once the enemy is out, little of what it says is read: another match is of more use.
  for (let left = packets; sent < left;) {
    const before = honest.reduce((sum, machine) => sum + dropped(machine), 0);
    for (let i = between(random, 10, 60); i > 0; i--) {
      const to = pick(random, [...honest, watcher]);
      const sender = to === watcher ? senders[1]! : pick(random, senders);
      const link = to === watcher ? evil.room.linkTo('w') : sender.link(to);
      const tape = tapes.get(pick(random, types))!;
      const bytes = mutate(random, random() < 0.1 ? [pick(random, tape), pick(random, tape)] : [pick(random, tape)]);
      if (!link || bytes.length < 5 || (typeOf(bytes) === TYPES.BYE && random() > GOODBYES)) continue;
      byType.set(typeOf(bytes), (byType.get(typeOf(bytes)) ?? 0) + 1);
      const seat = to === watcher ? 0 : seatOf(to);
      arena.world.network.inject(sender.address, to.name, sealAgain(random, bytes, link, evil.player.self, seat));
      sent++;
    }
    arena.step();
    lost += honest.reduce((sum, machine) => sum + dropped(machine), 0) - before;
    check();
    const isOut = honest.some((machine) => machine.events('drop').some(({ peer }) => peer === 'evil'));
    if (isOut) left = Math.min(left, sent + PACKETS_WHEN_OUT);
  }
  // Whatever was made of it, nobody waits without end: it goes on, or it ends with a reason.
  const frames = honest.map(reached);
  arena.run(8000, check);
  honest.forEach((machine, i) => {
    const { state } = machine.match;
    if (state === 'running' && reached(machine) < frames[i]! + 60) {
      throw new Error(`seed ${seed}: ${machine.name} stands still\n${arena.show()}`);
    }
  });
  return { sent, taken: sent - lost, byType };
}
