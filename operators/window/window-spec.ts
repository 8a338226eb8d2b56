/** A windowing of a time column. Durations and offsets are ms. */
export type WindowSpec =
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
