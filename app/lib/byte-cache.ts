/** Keeps byte arrays by name, up to `mostBytes` of them all; those that were not asked for longest go first. */
export class ByteCache {
  readonly #mostBytes: number;
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Bytes that are kept now. */
  get bytes(): number {
    return this.#bytes;
  }

  get(name: string): Uint8Array<ArrayBuffer> | undefined {
    const found = this.#kept.get(name);
    if (!found) return undefined;
    // A Map tells its entries in the order in which they were put in.
    this.#kept.delete(name);
    this.#kept.set(name, found);
    return found;
  }

  put(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.#drop(name);
    this.#kept.set(name, bytes);
    this.#bytes += bytes.byteLength;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    const found = this.#kept.get(name);
    if (!found) return;
    this.#kept.delete(name);
    this.#bytes -= found.byteLength;
  }
}
