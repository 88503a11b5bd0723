// Synthesised sounds. Silent until the person has pressed something, as browsers require.
import { createAudioOutput, type AudioOutput } from '../browser/audio-output.js';

/** One note of a sound. */
export interface Tone {
  wave: OscillatorType | 'noise';
  /** Hz at the start, and at the end (default: the same). Of 'noise': the centre of its band. */
  from: number;
  to?: number;
  /** Milliseconds after the sound's start (default 0), and how long it lasts. */
  atMs?: number;
  ms: number;
  /** 0 … 1, default 0.2. */
  gain?: number;
}
/** Tones that begin together. */
export type Sound = readonly Tone[];

/** Plays sounds through Web Audio. */
export interface Synth {
  /** `pan` is −1 left … 1 right. Returns what cuts it short. */
  play(sound: Sound, pan: number): () => void;
  muted: boolean;
  close(): void;
}

/** A cut sound fades this long, seconds: at once would click. */
const CUT_SECONDS = 0.03;
type Context = NonNullable<AudioOutput['context']>;
const NOTHING = (): void => {};

/** Silent until the page has been clicked or typed in, as browsers demand, and for good where there is no Web Audio. */
export function createSynth(): Synth {
  const output = createAudioOutput();
  let noise: AudioBuffer | undefined;
  let muted = false;

  function noiseSource(context: Context): AudioBufferSourceNode {
    if (noise === undefined) {
      noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
      const samples = noise.getChannelData(0);
      for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    }
    const source = context.createBufferSource();
    source.buffer = noise;
    source.loop = true;
    return source;
  }

  function startTone(context: Context, tone: Tone, into: AudioNode): void {
    const begin = context.currentTime + (tone.atMs ?? 0) / 1000;
    const end = begin + tone.ms / 1000;
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(0, begin);
    envelope.gain.linearRampToValueAtTime(tone.gain ?? 0.2, begin + 0.004);
    envelope.gain.exponentialRampToValueAtTime(0.0001, end);
    envelope.connect(into);
    const to = tone.to ?? tone.from;
    let source: AudioScheduledSourceNode;
    if (tone.wave === 'noise') {
      const band = context.createBiquadFilter();
      band.type = 'bandpass';
      band.frequency.setValueAtTime(tone.from, begin);
      band.frequency.exponentialRampToValueAtTime(to, end);
      source = noiseSource(context);
      source.connect(band).connect(envelope);
    } else {
      const oscillator = context.createOscillator();
      oscillator.type = tone.wave;
      oscillator.frequency.setValueAtTime(tone.from, begin);
      oscillator.frequency.exponentialRampToValueAtTime(to, end);
      oscillator.connect(envelope);
      source = oscillator;
    }
    source.start(begin);
    source.stop(end);
  }

  return {
    play(sound, pan) {
      const { context } = output;
      if (muted || context === undefined) return NOTHING;
      const volume = context.createGain();
      const panner = context.createStereoPanner();
      panner.pan.value = Math.max(-1, Math.min(1, pan));
      volume.connect(panner).connect(context.destination);
      for (const tone of sound) startTone(context, tone, volume);
      return () => volume.gain.setTargetAtTime(0, context.currentTime, CUT_SECONDS / 3);
    },
    get muted() {
      return muted;
    },
    set muted(value) {
      muted = value;
    },
    close: output.close,
  };
}
