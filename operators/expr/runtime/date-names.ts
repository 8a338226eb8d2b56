/** Names of months and days, as Java's formatters write them in English. */
export const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
export const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** Four letters of a pattern are the whole name, five its first letter, else it is short. */
export function named(names: readonly string[], value: number, width: number): string {
  const name = names[value - 1] ?? '';
  return width === 4 ? name : name.slice(0, width === 5 ? 1 : 3);
}
