// Wires the lesson to its page.
import { createAddressWriter, readAddress, writeAddress } from './address.js';
import { createFullScreen } from './full-screen.js';
import { listenToKeys } from './keys.js';
import { createLesson, type Lesson } from './lesson.js';
import { readLink, writeLink } from './link.js';
import { record } from './record.js';
import type { Figures } from './run.js';
import { mountStage } from './stage.js';
import { openStory } from './story/open-story.js';
import '@lite-rollback/app-shared/look.css';
import './story.css';
import './style.css';

/** For scripts and the curious. */
export interface LessonHandle {
  /** What the page shows. */
  readonly lesson: Lesson;
  /**
   * Plays the scenario of a link, as ?lag=3&delay=0&window=6&frames=14&p1=RRRR&p2=LLLL, and reports; the page does not
   * change.
   */
  report(search: string): Figures;
  /** The link of the scenario on the page, without the question mark. */
  link(): string;
}
declare global {
  var lesson: LessonHandle;
}

const root = document.getElementById('stage');
if (root === null) throw new Error('the page has no element #stage');

const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
const lesson = createLesson({
  ...readAddress(location.search),
  schedule(callback, ms) {
    const timer = window.setTimeout(callback, ms);
    return () => window.clearTimeout(timer);
  },
  calm: () => reducedMotion.matches,
});

const toggleFullScreen = createFullScreen(root, (full) => stage.showFullScreen(full));
const stage = mountStage(root, lesson, {
  toggleFullScreen,
  async copyLink() {
    try {
      await navigator.clipboard.writeText(new URL(writeAddress(lesson.state), location.href).href);
      return true;
    } catch {
      return false;
    }
  },
});

openStory(reducedMotion.matches);
// A link to a scenario is a link to the instrument.
if (location.search !== '' && location.hash === '') root.scrollIntoView();

let inView = true;
new IntersectionObserver(([entry]) => void (inView = entry?.isIntersecting ?? true)).observe(root);
listenToKeys(window, { lesson, toggleFullScreen, stageInView: () => inView });

lesson.subscribe(createAddressWriter());

globalThis.lesson = Object.freeze({
  lesson,
  report: (search: string) => record(readLink(search)).report,
  link: () => writeLink(lesson.state.settings),
});
