// Opens what the address asks for. It wires, and decides nothing.
import { goOffline } from '@lite-rollback/app-shared/go-offline';
import { mount } from '@lite-rollback/arcade';
import { cabinetOptions } from './cabinet.js';
import { readMode } from './modes/mode.js';
import '@lite-rollback/app-shared/small-face.css';
import '@lite-rollback/app-shared/stand-in.css';
import './style.css';

const mode = readMode(location.search);
// Canvas text does not wait for a font by itself: without this the first word would be in another one.
void document.fonts.load('20px Anton');

if (mode.kind === 'synctest') {
  void import('./modes/synctest.js').then(({ openSyncTest }) => openSyncTest(document.body));
} else if (mode.kind === 'lag') {
  void import('./modes/fighter-lag.js').then(({ openFighterLag }) => openFighterLag(mode));
} else if (mode.kind === 'training') {
  void import('./training/open-training.js').then(({ openTraining }) => openTraining(mode.lesson));
} else if (mode.kind === 'fight') {
  mount({ ...cabinetOptions(mode.boxes), search: '?mode=hotseat' });
} else {
  mount(cabinetOptions(false));
}
goOffline();
