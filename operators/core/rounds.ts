/**
 * Test support: how often a random test draws. All its rounds where `CI` is set in the environment;
 * a third of them otherwise, so that `npm test` stays below five minutes on two cores.
 */
export function rounds(all: number): number {
  return process.env.CI === undefined ? Math.ceil(all / 3) : all;
}
