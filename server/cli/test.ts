/** `millrace test`: golden SQL tests, below the folder where it is called. */
import { testCommand } from '../test/command.js';

export function run(args: readonly string[]): Promise<number> {
  return testCommand({
    args,
    workingDirectory: process.cwd(),
    environment: process.env,
    print: (text) => process.stdout.write(`${text}\n`),
  });
}
