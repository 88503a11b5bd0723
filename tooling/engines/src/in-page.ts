// The module for pages: leaves its result where the test finds it. (A page's print() opens a dialog.)
import { computeAll } from './compute-all.js';

declare const document: { title: string };

document.title = 'computing';
Object.assign(globalThis, { computed: JSON.stringify(computeAll()) });
document.title = 'computed';
