/** One button of a touch pad. */
export interface PadButton {
  /** The bits it holds down. */
  readonly bits: number;
  /** Read by screen readers, shown where there is no glyph. */
  readonly label: string;
  readonly glyph?: string;
}
