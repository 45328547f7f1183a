/** Both ends are included and count from 0 (RFC 9110 §14.1.2). */
export interface ByteSpan {
  start: number;
  end: number;
}

/**
 * File storage: a local folder, or a bucket.
 *
 * A key is 1–8 segments of `[a-z0-9._-]`, none beginning with a dot, joined by `/` (`tracks/0b6c/64.mp3`). A key's content
 * never changes: other bytes get another key. The same bytes may be written again, so that jobs can be repeated.
 *
 * All methods throw {@link InvalidStorageKey}.
 */
export interface Storage {
  /**
   * Stores `bytes`, or parts as they come, atomically: once resolved the file survives a power cut, and readers never see a
   * part. If reading the parts throws, rejects with that and stores nothing.
   */
  put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  stat(key: string): Promise<{ bytes: number; modified: Date } | null>;
  /**
   * Cheapest for small parts. Null if missing. Throws {@link StoredFileTooShort} if the file ends before `span`. `into`: a
   * buffer of the span's length that may be used.
   */
  readBytes(
    key: string,
    span?: ByteSpan,
    into?: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Without waiting; null unless all bytes of `span` are in memory. Optional. */
  readBytesNow?(key: string, span: ByteSpan, into: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null;
  /**
   * With backpressure. Null if missing. Opens with the first read; releases at the end, on an error, on `cancel()` and when
   * `signal` aborts.
   */
  readStream(
    key: string,
    o?: { span?: ByteSpan; signal?: AbortSignal },
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /** Ignores a missing file. */
  remove(key: string): Promise<void>;
  /** In any order; `prefix` is any string, as in S3 (`tracks/0b`). */
  list(prefix: string): AsyncIterable<string>;
  /**
   * Moves a file out of reach, into a day's quarantine (`2026-01-31`), from which an operator can restore it. Ignores a missing
   * file.
   */
  quarantine(key: string, day: string): Promise<void>;
  /** Deletes everything quarantined before `day`. */
  emptyQuarantine(day: string): Promise<void>;
  /** The installation's id; null if unset. */
  owner(): Promise<string | null>;
  setOwner(installationId: string): Promise<void>;
  /** For programs that read the file themselves; absent for remote storages. */
  localPath?(key: string): string;
  /** Another server's address at which anybody can read the file for a minute with these headers; absent if there is none. */
  signedUrl?(key: string, answer: { contentType: string; disposition?: string | undefined }): Promise<string>;
  /** Closes idle files. The storage stays usable. */
  close(): void;
}

export class InvalidStorageKey extends Error {
  override name = "InvalidStorageKey";
  constructor(key: string) {
    super(`not a storage key: ${JSON.stringify(key.slice(0, 200))}`);
  }
}

/** A row names a file that storage lacks. */
export class StoredFileMissing extends Error {
  override name = "StoredFileMissing";
  readonly key: string;
  constructor(key: string) {
    super(`no such file in the storage: ${key}`);
    this.key = key;
  }
}

/** A file is shorter than its row says. */
export class StoredFileTooShort extends Error {
  override name = "StoredFileTooShort";
  constructor(key: string) {
    super(`a stored file is shorter than expected: ${key}`);
  }
}

// No leading dot: reserved for temporary names, excludes "." and "..". At most 100 characters per segment: file systems limit
// names to 255 bytes.
const keyPattern = /^[a-z0-9_-][a-z0-9._-]{0,99}(?:\/[a-z0-9_-][a-z0-9._-]{0,99}){0,7}$/;
const prefixPattern = /^(?:[a-z0-9_-][a-z0-9._-]{0,99}\/){0,7}(?:[a-z0-9_-][a-z0-9._-]{0,99})?$/;

/** See {@link Storage}. */
export function isStorageKey(key: string): boolean {
  return keyPattern.test(key);
}

/** Whether a missing file is made again (cached speech, the check-up's probe), so that no copy is needed. */
export const isReplaceable = (key: string): boolean => /^(?:speech|check-up)\//.test(key);

/** Throws {@link InvalidStorageKey}. */
export function assertStorageKey(key: string): void {
  if (!keyPattern.test(key)) throw new InvalidStorageKey(key);
}

/** Throws {@link InvalidStorageKey} unless a valid key could begin with `prefix`; it may be empty. */
export function assertStoragePrefix(prefix: string): void {
  if (!prefixPattern.test(prefix)) throw new InvalidStorageKey(prefix);
}
