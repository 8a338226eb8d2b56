/**
 * Runs a piece of work until it has taken long enough, and prints rows a second of CPU of the best
 * run, so that other work on the machine does not count.
 */
const LEAST_MS = 1500;

export function measure(name: string, rows: number, work: () => number): void {
  let best = Number.POSITIVE_INFINITY;
  let checksum = 0;
  const begin = performance.now();
  while (performance.now() - begin < LEAST_MS) {
    const start = process.cpuUsage();
    checksum = work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  const rate = (rows / best / 1000).toFixed(2).padStart(8);
  console.log(`${name.padEnd(44)} ${rate} M rows/s   checksum ${checksum}`);
}
