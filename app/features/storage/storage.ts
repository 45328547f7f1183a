/** Bytes of a file, both ends inclusive, counted from 0 (the way RFC 9110 §14.1.2 counts them). */
export interface ByteSpan {
  start: number;
  end: number;
}

/**
 * Where files live: a folder on this machine, or a bucket. Nothing here knows about tracks or people.
 *
 * A key is a path of 1–8 segments of `[a-z0-9._-]` that do not begin with a dot, joined by `/`
 * (`tracks/0b6c/64.mp3`). What stands under a key never changes: other bytes get another key. Writing the same
 * bytes to the same key again is allowed, so that a repeated job does no harm.
 *
 * Every method throws {@link InvalidStorageKey} for a key it would not accept.
 */
export interface Storage {
  /**
   * Stores `bytes` under `key`. When the promise resolves the file survives a power cut; until then (and after a
   * failure) nobody sees a part of it under its key.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Size in bytes and time of writing, or null when there is no such file. */
  stat(key: string): Promise<{ bytes: number; modified: Date } | null>;
  /**
   * All of a file, or a part of it, in one piece; for small parts the cheapest way. Null when there is no such file.
   * Throws {@link StoredFileTooShort} when the file ends before `span` does. `into` is memory of the span's length that
   * may be used for the answer, or not.
   */
  readBytes(
    key: string,
    span?: ByteSpan,
    into?: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer> | null>;
  /**
   * All of a file, or a part of it, as a stream that reads only as fast as it is consumed. Null when there is no
   * such file. Whatever the stream holds open is opened with the first read and freed at the end, on an error, on
   * `cancel()` and when `signal` aborts: a stream that nobody reads holds nothing.
   */
  readStream(
    key: string,
    o?: { span?: ByteSpan; signal?: AbortSignal },
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /** Removes a file; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every key that begins with `prefix` (a string, as in S3: `tracks/0b` is a prefix too), in byte order. */
  list(prefix: string): AsyncIterable<string>;
  /** Where the file is on this machine's disk, for programs that read files themselves; missing on remote stores. */
  localPath?(key: string): string;
  /** Frees what is kept open between calls. The storage may be used again afterwards. */
  close(): void;
}

export class InvalidStorageKey extends Error {
  override name = "InvalidStorageKey";
  constructor(key: string) {
    super(`not a storage key: ${JSON.stringify(key.slice(0, 200))}`);
  }
}

/** A file that the program has on record is not in the storage. */
export class StoredFileMissing extends Error {
  override name = "StoredFileMissing";
  constructor(key: string) {
    super(`no such file in the storage: ${key}`);
  }
}

/** A stored file ended before the bytes that were asked for: its record and its bytes disagree. */
export class StoredFileTooShort extends Error {
  override name = "StoredFileTooShort";
  constructor(key: string) {
    super(`a stored file is shorter than expected: ${key}`);
  }
}

// A leading dot is kept free for temporary names, and rules out "." and "..". 100 characters a segment leave room
// for every file system's limit of 255 bytes a name.
const KEY = /^[a-z0-9_-][a-z0-9._-]{0,99}(?:\/[a-z0-9_-][a-z0-9._-]{0,99}){0,7}$/;
const PREFIX = /^(?:[a-z0-9_-][a-z0-9._-]{0,99}\/){0,7}(?:[a-z0-9_-][a-z0-9._-]{0,99})?$/;

/** Whether `key` is one the storage accepts (see {@link Storage}). */
export function isStorageKey(key: string): boolean {
  return KEY.test(key);
}

/** Throws {@link InvalidStorageKey} unless `key` is one the storage accepts. */
export function assertStorageKey(key: string): void {
  if (!KEY.test(key)) throw new InvalidStorageKey(key);
}

/** Throws {@link InvalidStorageKey} unless some valid key could begin with `prefix`; the empty prefix is one. */
export function assertStoragePrefix(prefix: string): void {
  if (!PREFIX.test(prefix)) throw new InvalidStorageKey(prefix);
}
