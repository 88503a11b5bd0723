// The module for pages: leaves its result where the test finds it. (A page's print() opens a dialog.)
import { playAll } from './play.js';

declare const document: { title: string };

document.title = 'playing';
Object.assign(globalThis, { played: JSON.stringify(playAll()) });
document.title = 'played';
