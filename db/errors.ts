/** Database codes of the error and of what caused it: Postgres' SQLSTATE or SQLite's extended result code. */
function* errorCodes(error: unknown): Generator<string> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause) yield String(cause.code);
  }
}

const matches = (error: unknown, pattern: RegExp): boolean =>
  [...errorCodes(error)].some((code) => pattern.test(code));

export const isUniqueViolation = (error: unknown): boolean =>
  matches(error, /^(23505|SQLITE_CONSTRAINT_(UNIQUE.*|PRIMARYKEY))$/);

/**
 * Whether the database rejected a write because of its values, so that the same write will fail again: on Postgres data
 * exceptions and integrity violations, on SQLite a constraint or a value of the wrong type.
 */
export const isRejectedData = (error: unknown): boolean =>
  matches(error, /^(2[23][\dA-Z]{3}|SQLITE_(CONSTRAINT|MISMATCH).*)$/);

/**
 * Whether Postgres aborted the transaction in favour of others, so that the same one may succeed now: deadlock (40P01),
 * serialization failure (40001), lock not available (55P03).
 */
export const isRetryable = (error: unknown): boolean => matches(error, /^(40P01|40001|55P03)$/);

/** Whether another program has the SQLite database locked, beyond the time that a transaction waits for it. */
export const isLocked = (error: unknown): boolean => matches(error, /^SQLITE_BUSY/);

/**
 * Whether the disk did not take a write: it is full, over its quota or failing, takes no file as large, or what is there was opened
 * for reading only. Codes of SQLite, of Postgres (disk full) and of the system.
 */
export const isUnwritable = (error: unknown): boolean =>
  matches(
    error,
    /^(SQLITE_(FULL|READONLY|IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE))|53100|ENOSPC|EDQUOT|EFBIG|EROFS)$/,
  );

/** Whether the database server gave no answer, as while it restarts: the same may succeed in a moment. */
export const isUnreachable = (error: unknown): boolean => matches(error, /^DATABASE_UNREACHABLE$/);

/** Whether a SQLite file is none, or its contents are not as SQLite writes them. */
export const isDamaged = (error: unknown): boolean => matches(error, /^SQLITE_(CORRUPT|NOTADB)/);
