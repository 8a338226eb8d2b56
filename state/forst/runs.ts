/**
 * Runs of entries that were handed over and are not in files yet: their bytes are memory that
 * cannot be let go. Whoever writes faster than files are written waits here.
 */
interface Run {
  readonly bytes: number;
  readonly done: Promise<void>;
}

/** How much may be under way. */
export interface RunLimits {
  /** Bytes of several runs; one may have any. */
  readonly mostRunBytes: number;
  /** `state.backend.forst.writebuffer.count` */
  readonly mostRuns: number;
}

export class Runs {
  readonly #runs: Run[] = [];
  #bytes = 0;
  #failure: unknown;

  /** Bytes of the runs under way. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param done in the order in which runs are added */
  add(bytes: number, done: Promise<void>): void {
    const run = { bytes, done };
    this.#runs.push(run);
    this.#bytes += bytes;
    done.then(
      () => {
        this.#runs.splice(this.#runs.indexOf(run), 1);
        this.#bytes -= bytes;
      },
      (error: unknown) => {
        this.#failure ??= error;
      },
    );
  }

  isFull({ mostRunBytes, mostRuns }: RunLimits): boolean {
    const count = this.#runs.length;
    const isMuch = count >= mostRuns || (count > 1 && this.#bytes > mostRunBytes);
    return this.#failure !== undefined || isMuch;
  }

  /** Resolves once there is room. @throws why a run could not be written */
  async room(limits: RunLimits): Promise<void> {
    while (this.isFull(limits)) {
      if (this.#failure !== undefined) throw this.#failure;
      await this.#runs[0]?.done;
    }
  }
}
