// A sheet to draw on that is then laid over a picture as a whole: parts that overlap are seen through as one.

export interface Layer {
  readonly context: CanvasRenderingContext2D;
  /** Clears it, and gives it the size and the transform of `picture`. */
  begin(picture: CanvasRenderingContext2D): void;
  /** Lays it over `picture`. @param alpha 0 … 1, times that of `picture` */
  lay(picture: CanvasRenderingContext2D, alpha: number): void;
}

export function createLayer(): Layer {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no 2d canvas');
  return {
    context,
    begin(picture) {
      // Setting a size clears, and resets the transform.
      canvas.width = picture.canvas.width;
      canvas.height = picture.canvas.height;
      context.setTransform(picture.getTransform());
    },
    lay(picture, alpha) {
      picture.save();
      picture.setTransform(1, 0, 0, 1, 0, 0);
      picture.globalAlpha *= alpha;
      picture.drawImage(canvas, 0, 0);
      picture.restore();
    },
  };
}
