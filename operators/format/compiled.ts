/**
 * Generated functions of formats. The same text is compiled once: the scanner of the next file, or
 * of the job after a restart, finds its loop optimized.
 */

/** Takes what the generated code uses, and gives a function that uses it. */
type Make = (...used: readonly unknown[]) => unknown;

/** So many schemas; then the oldest is forgotten. */
const MOST = 64;

const made = new Map<string, Make>();

export function compiled(parameters: readonly string[], source: string): Make {
  const name = `${parameters.join()};${source}`;
  let make = made.get(name);
  if (make === undefined) {
    make = new Function(...parameters, source) as Make;
    if (made.size === MOST) made.delete(made.keys().next().value as string);
    made.set(name, make);
  }
  return make;
}
