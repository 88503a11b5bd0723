// The sliders and switches under the pictures.
import { MOST, type Settings, type SliderName } from '../world/settings.js';
import { find } from '@lite-rollback/app-shared/find';

const SLIDERS: readonly SliderName[] = ['lag', 'jitter', 'loss', 'delay'];
const UNITS: Readonly<Record<SliderName, (value: number) => string>> = {
  lag: (value) => `${value} ms`,
  jitter: (value) => `± ${value} ms`,
  loss: (value) => `${value} %`,
  delay: (value) => `${value} ${value === 1 ? 'frame' : 'frames'}`,
};

export interface Knobs {
  /** Sets sliders and switches, as if by hand, and tells. */
  set(change: Partial<Settings>): void;
}

/** Shows `settings`, writes every change into it, and then calls `onChange`. */
export function createKnobs(settings: Settings, onChange: (changed: Partial<Settings>) => void): Knobs {
  const inputs = new Map(SLIDERS.map((name) => [name, find(`#${name}`, HTMLInputElement)]));
  const outputs = new Map(SLIDERS.map((name) => [name, find(`output[for=${name}]`, HTMLOutputElement)]));
  const lockstep = find('#lockstep', HTMLInputElement);
  const rollback = find('#rollback', HTMLInputElement);

  function show(): void {
    for (const [name, input] of inputs) {
      const text = UNITS[name](settings[name]);
      input.value = String(settings[name]);
      input.setAttribute('aria-valuetext', text);
      input.style.setProperty('--filled', String(settings[name] / MOST[name]));
      const output = outputs.get(name);
      if (output !== undefined) output.value = text;
    }
    lockstep.checked = settings.lockstep;
    rollback.checked = !settings.lockstep;
  }

  function set(change: Partial<Settings>): void {
    Object.assign(settings, change);
    show();
    onChange(change);
  }

  for (const [name, input] of inputs) {
    input.max = String(MOST[name]);
    input.addEventListener('input', () => set({ [name]: input.valueAsNumber }));
  }
  for (const radio of [lockstep, rollback]) radio.addEventListener('change', () => set({ lockstep: lockstep.checked }));
  show();
  return { set };
}
