/** One button of a touch pad. */
export interface PadButton {
  /** The bits it holds down. */
  readonly bits: number;
  /** Read by screen readers, shown where there is no glyph. */
  readonly label: string;
  readonly glyph?: string;
  /**
   * The thumb that presses it where one player has both ends of a phone that lies across. Left out: the first half of the
   * buttons is for the left one.
   */
  readonly thumb?: 'left' | 'right';
}
