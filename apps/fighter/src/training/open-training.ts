// Opens the training room: a lesson in the cabinet, for one player, with the other lessons beside it.
import { keyName, mount, type Picture } from '@lite-rollback/arcade';
import { cabinetOptions, KEY_MAPS, sheetSize } from '../cabinet.js';
import { knownBars } from '../known-bars.js';
import { createPainter } from '../draw/picture.js';
import { ACCENTS_ON_INK, NAMES } from '../draw/palette.js';
import { CUES, read } from '../sim/layout.js';
import { BIT_SLOW, PASSED, readCourse, SLOW, SLOW_FACTOR, SLOW_FRAME } from '../sim/training/course-layout.js';
import type { Lesson } from '../sim/training/lessons.js';
import { SOUNDS } from '../sounds.js';
import { lessonView } from './lesson-view.js';
import { LESSON_WORDS } from './lesson-words.js';
import { lessonStrip } from './lesson-strip.js';
import { passedLessons } from './passed-lessons.js';
import { type TrainingFields, trainingOf } from './training-game.js';

/** The key for slow motion, beside those of Red. */
const SLOW_KEY = 'KeyE';

export function openTraining(lesson: Lesson): void {
  const { gamepad, pad } = cabinetOptions(false);
  const painter = createPainter();
  const bars = knownBars();
  const passed = passedLessons();
  const strip = lessonStrip(lesson, passed.all(), keyName(SLOW_KEY), () => press(BIT_SLOW));
  const words = LESSON_WORDS[lesson.id];

  mount<TrainingFields>({
    game: trainingOf(lesson),
    title: 'Training',
    goal: `${words.task}. ${words.how}`,
    stage: sheetSize,
    keys: [{ ...KEY_MAPS[0], [SLOW_KEY]: BIT_SLOW }, KEY_MAPS[1]],
    keyNames: ['W A S D', 'arrow keys'],
    ...(gamepad === undefined ? {} : { gamepad }),
    pad,
    players: [{ name: NAMES[0], colour: ACCENTS_ON_INK[0] }],
    cues: { read: ({ fight }) => read(fight, CUES), sounds: SOUNDS },
    timeline: false,
    strip: strip.root,
    search: '?mode=hotseat',
    draw(context, picture) {
      const { course } = picture.fields;
      const slow = readCourse(course, SLOW) === 1;
      painter.paint(
        context,
        sheetSize.width,
        sheetSize.height,
        {
          state: picture.fields.fight,
          previous: slow ? picture.fields.before : picture.previous.fight,
          alpha: slow ? (readCourse(course, SLOW_FRAME) + picture.alpha) / SLOW_FACTOR : picture.alpha,
          offsets: [0, 0],
          localHandles: picture.localHandles,
          pxPerUnit: picture.pxPerUnit,
          keys: picture.controls(0).device !== 'touch',
          guide: false,
          keyNames: (fighter, bit) => (fighter === 0 ? picture.controls(0).key(bit) : ''),
          reducedMotion: picture.reducedMotion,
          bare: !picture.live,
          names: bars.names,
          lesson: picture.live ? lessonView(lesson, course) : null,
          checksum: null,
        },
        performance.now(),
      );
      follow(picture);
    },
  });

  function follow({ fields, live }: Picture<TrainingFields>): void {
    if (!live) return;
    bars.follow(fields.fight, 0);
    if (readCourse(fields.course, PASSED) === 1) passed.add(lesson.id);
    strip.print(passed.all(), readCourse(fields.course, SLOW) === 1);
  }
}

/** As a key would: down, and up again. A tap shorter than a frame counts on one frame. */
function press(bits: number): void {
  // The cabinet puts it there; its package's declarations do not carry the global.
  const { arcade } = globalThis as {
    arcade?: { press(handle: number, bits: number): void; release(handle: number, bits: number): void };
  };
  arcade?.press(0, bits);
  arcade?.release(0, bits);
}
