// Sky, sun, hills, grass and the ground they all stand on.
import { type Camera, sheetX } from './camera.js';
import { INK, type Scene } from './palette.js';
import type { Sheet } from './sheet.js';

/** Everything behind the fighters. `flat` paints one colour over all of it: the frame of a kill. */
export function drawSky(
  context: CanvasRenderingContext2D,
  sheet: Sheet,
  scene: Scene,
  camera: Camera,
  flat: string | null,
): void {
  context.fillStyle = flat ?? scene.sky;
  context.fillRect(-1, -1, sheet.width + 2, sheet.height + 2);
  if (flat !== null) return;
  const radius = Math.min(sheet.width, sheet.ground) * (sheet.tall ? 0.36 : 0.4);
  const drift = camera.shakeX * 0.3 - (camera.x - 128) * 0.04;
  context.fillStyle = scene.sun;
  context.beginPath();
  context.arc(sheet.width / 2 + drift, sheet.ground - radius * scene.sunHeight, radius, 0, Math.PI * 2);
  context.fill();
  // The low half of the sun is cut by the sky, ever wider towards the ground.
  context.fillStyle = scene.sky;
  const centre = sheet.ground - radius * scene.sunHeight;
  for (let i = 0; i < 6; i++) {
    const thick = radius * (0.012 + i * 0.011);
    context.fillRect(
      sheet.width / 2 + drift - radius - 1,
      centre + radius * (0.02 + i * 0.15) - thick / 2,
      radius * 2 + 2,
      thick,
    );
  }
  ridge(context, sheet, scene.far, sheet.ground * 0.27, 0.023, 1.7, sheet.width * 0.06 - (camera.x - 128) * 0.1);
  ridge(context, sheet, scene.near, sheet.ground * 0.13, 0.041, 4.4, -(camera.x - 128) * 0.25);
}

function ridge(
  context: CanvasRenderingContext2D,
  sheet: Sheet,
  colour: string,
  height: number,
  pitch: number,
  phase: number,
  shift: number,
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(-2, sheet.ground + 2);
  for (let x = -2; x <= sheet.width + 3; x += 3) {
    const at = (x - shift) * pitch + phase;
    const y = 0.55 + 0.3 * Math.sin(at) + 0.2 * Math.abs(Math.sin(at * 2.3 + 1)) + 0.06 * Math.sin(at * 7.1);
    context.lineTo(x, sheet.ground - height * y);
  }
  context.lineTo(sheet.width + 2, sheet.ground + 2);
  context.closePath();
  context.fill();
}

/** The ground, with its grass. `wind` in radians drives the blades. */
export function drawGround(context: CanvasRenderingContext2D, sheet: Sheet, camera: Camera, wind: number): void {
  context.fillStyle = INK;
  context.fillRect(-1, sheet.ground, sheet.width + 2, sheet.height - sheet.ground + 2);
  context.beginPath();
  for (let blade = 0; blade < 150; blade++) {
    // Two lines of tufts at either side of where people fight, and thin between: 0.618… spreads them without a pattern.
    const spread = (blade * 0.6180339887) % 1;
    const place = -14 + spread * 284;
    const outside = Math.abs(place - 128) / 128;
    const tall = (1.5 + ((blade * 7) % 5) * 0.9) * (0.35 + outside * outside * 1.5) * camera.zoom;
    const x = sheetX(camera, sheet, place);
    const lean = (Math.sin(wind + place * 0.07) * 0.5 + 0.35) * tall * 0.55;
    context.moveTo(x - 0.9, sheet.ground + 0.4);
    context.quadraticCurveTo(x, sheet.ground - tall * 0.6, x + lean, sheet.ground - tall);
    context.quadraticCurveTo(x + 0.7, sheet.ground - tall * 0.5, x + 0.9, sheet.ground + 0.4);
  }
  context.fill();
}
