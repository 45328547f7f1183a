/** Bytes of a file, both ends inclusive, counted from 0 (the way RFC 9110 §14.1.2 counts them). */
export interface ByteSpan {
  start: number;
  end: number;
}

/**
 * File storage: a local folder, or a bucket. It knows nothing about tracks or users.
 *
 * A key is a path of 1–8 segments of `[a-z0-9._-]` that do not begin with a dot, joined by `/`
 * (`tracks/0b6c/64.mp3`). The content of a key never changes: other bytes get another key. Writing the same bytes to
 * the same key again is allowed, so that jobs can be repeated.
 *
 * Every method throws {@link InvalidStorageKey} for an invalid key.
 */
export interface Storage {
  /**
   * Stores `bytes`, or parts of them as they come, under `key`, atomically and durably: once the promise resolves the file
   * survives a power cut, and no reader ever sees a partial file. Rejects with what reading the parts throws; then nothing
   * is stored.
   */
  put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** Size in bytes and time of writing, or null when there is no such file. */
  stat(key: string): Promise<{ bytes: number; modified: Date } | null>;
  /**
   * Reads a file or a part of it at once; the cheapest way for small parts. Null when there is no such file. Throws
   * {@link StoredFileTooShort} when the file ends before `span` does. `into`: a buffer of the span's length that may be
   * used for the result.
   */
  readBytes(
    key: string,
    span?: ByteSpan,
    into?: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer> | null>;
  /**
   * The same without waiting, where the bytes are in memory; null where they are not, or are fewer than `span`. Missing where
   * a storage keeps none.
   */
  readBytesNow?(key: string, span: ByteSpan, into: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null;
  /**
   * Reads a file or a part of it as a stream with backpressure. Null when there is no such file. Resources are opened
   * with the first read and released at the end, on an error, on `cancel()` and when `signal` aborts; a stream that is
   * never read holds none.
   */
  readStream(
    key: string,
    o?: { span?: ByteSpan; signal?: AbortSignal },
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /** Removes a file; a missing one is no error. */
  remove(key: string): Promise<void>;
  /** Every key that begins with `prefix` (a string, as in S3: `tracks/0b` is a prefix too), in byte order. */
  list(prefix: string): AsyncIterable<string>;
  /**
   * Moves a file to where no key leads, into the quarantine of a day (`2026-01-31`), from which an operator can put it
   * back; a missing one is no error.
   */
  quarantine(key: string, day: string): Promise<void>;
  /** Deletes what was put into quarantine before `day`. */
  emptyQuarantine(day: string): Promise<void>;
  /** The id of the installation whose files these are, or null when none has been set. */
  owner(): Promise<string | null>;
  setOwner(installationId: string): Promise<void>;
  /** Path of the file on the local disk, for programs that read it themselves; missing for remote storages. */
  localPath?(key: string): string;
  /** Closes files that stay open between calls. The storage may be used again afterwards. */
  close(): void;
}

export class InvalidStorageKey extends Error {
  override name = "InvalidStorageKey";
  constructor(key: string) {
    super(`not a storage key: ${JSON.stringify(key.slice(0, 200))}`);
  }
}

/** A file with a database record is missing in the storage. */
export class StoredFileMissing extends Error {
  override name = "StoredFileMissing";
  readonly key: string;
  constructor(key: string) {
    super(`no such file in the storage: ${key}`);
    this.key = key;
  }
}

/** A stored file is shorter than the requested range: its record and its content disagree. */
export class StoredFileTooShort extends Error {
  override name = "StoredFileTooShort";
  constructor(key: string) {
    super(`a stored file is shorter than expected: ${key}`);
  }
}

// No leading dot: reserved for temporary names, and excludes "." and "..". At most 100 characters per segment: file
// systems limit names to 255 bytes.
const keyPattern = /^[a-z0-9_-][a-z0-9._-]{0,99}(?:\/[a-z0-9_-][a-z0-9._-]{0,99}){0,7}$/;
const prefixPattern = /^(?:[a-z0-9_-][a-z0-9._-]{0,99}\/){0,7}(?:[a-z0-9_-][a-z0-9._-]{0,99})?$/;

/** Whether `key` is one the storage accepts (see {@link Storage}). */
export function isStorageKey(key: string): boolean {
  return keyPattern.test(key);
}

/** Throws {@link InvalidStorageKey} unless `key` is one the storage accepts. */
export function assertStorageKey(key: string): void {
  if (!keyPattern.test(key)) throw new InvalidStorageKey(key);
}

/** Throws {@link InvalidStorageKey} unless some valid key could begin with `prefix`; the empty prefix is one. */
export function assertStoragePrefix(prefix: string): void {
  if (!prefixPattern.test(prefix)) throw new InvalidStorageKey(prefix);
}
