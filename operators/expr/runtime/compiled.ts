/** Of as many texts at most what was made of them is kept. */
const MOST = 512;

/** What is made of texts that come with the rows: mostly the same few, so it is made once. */
export class Compiled<T extends object | null> {
  readonly #make: (text: string) => T;
  readonly #known = new Map<string, T>();

  /** @param make what it throws is thrown each time */
  constructor(make: (text: string) => T) {
    this.#make = make;
  }

  get(text: string): T {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = this.#make(text);
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(text, made);
    return made;
  }
}
