/** The process of `server-process.ts`, as the one who sends it requests sees it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromServer, ToServer } from './server-process.js';

export class FuzzedServer {
  readonly port: number;
  readonly #child: ChildProcess;
  #closing = false;
  #alive = true;
  #output = '';
  #onTrouble: (what: string) => void = () => {};
  #onMemory: (heapBytes: number) => void = () => {};

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    child.stderr?.on('data', (chunk) => {
      this.#output = `${this.#output}${chunk}`.slice(-4000);
    });
    child.on('message', (message: FromServer) => {
      if (message.kind === 'memory') this.#onMemory(message.heapBytes);
      if (message.kind !== 'stalled') return;
      this.#onTrouble(`The HTTP thread did not come back for ${message.ms} ms of CPU time`);
    });
    child.on('exit', (code, signal) => {
      this.#alive = false;
      this.#onMemory(0);
      if (this.#closing && code === 0) return;
      this.#onTrouble(`The server ended with ${code ?? signal}: ${this.#output}`);
    });
  }

  /** @param folder the process's working directory */
  static async start(folder: string): Promise<FuzzedServer> {
    const module = fileURLToPath(new URL('./server-process.js', import.meta.url));
    const child = fork(module, {
      cwd: folder,
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const [message] = (await once(child, 'message')) as [FromServer];
    if (message.kind !== 'started') throw new Error(`The server said ${message.kind} first`);
    return new FuzzedServer(child, message.port);
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** @param listener hears of stalls and of the process's end */
  onTrouble(listener: (what: string) => void): void {
    this.#onTrouble = listener;
  }

  /** What the HTTP thread holds after a collection; 0 when the process has ended. */
  async heapBytes(): Promise<number> {
    if (!this.#alive) return 0;
    return new Promise((resolve) => {
      this.#onMemory = resolve;
      this.#tell('memory');
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    if (!this.#alive) return;
    const ended = once(this.#child, 'exit');
    this.#tell('close');
    await ended;
  }

  #tell(message: ToServer): void {
    this.#child.send(message);
  }
}
