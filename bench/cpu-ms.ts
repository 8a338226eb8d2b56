/** CPU time of this process, ms: what others do on the machine counts less than on the clock. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
