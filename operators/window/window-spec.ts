/** A windowing of a time column. Durations and offsets are ms. */
export type WindowSpec = AlignedWindow | SessionWindow;

/** Windows that lie the same for all rows. */
export type AlignedWindow =
  | { readonly kind: 'tumble'; readonly sizeMs: number; readonly offsetMs: number }
  | {
      readonly kind: 'hop';
      readonly slideMs: number;
      readonly sizeMs: number;
      readonly offsetMs: number;
    }
  | {
      readonly kind: 'cumulate';
      readonly stepMs: number;
      readonly sizeMs: number;
      readonly offsetMs: number;
    };

/**
 * Rows of a key whose times are at most the gap apart are in one window, from the first time to the
 * gap behind the last.
 */
export interface SessionWindow {
  readonly kind: 'session';
  readonly gapMs: number;
}
