// Puts the page together. It wires, and decides nothing.
import { createBot } from './fight/bots.js';
import { openFight } from './fight/open-fight.js';
import { openRace } from './race/open-race.js';
import '@lite-rollback/app-shared/look.css';
import './styles/base.css';
import './styles/opening.css';
import './styles/machines.css';
import './styles/knobs.css';
import './styles/fight.css';
import './styles/race.css';
import './styles/more.css';
import './styles/doc.css';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const fight = openFight(createBot, reducedMotion);
const race = openRace({ reducedMotion, lettersCount: () => !fight.running });

// Canvas text does not wait for a font by itself.
for (const face of ['700 20px "Barlow Condensed"', '20px Anton'])
  void document.fonts.load(face).then(() => {
    fight.repaint();
    race.repaint();
  });

/** For tests and for the curious: `fight` and `race`, each with its `world`. */
Object.defineProperty(globalThis, 'landing', { value: Object.freeze({ fight, race }) });
