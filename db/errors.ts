/** Of the error and its causes: Postgres' SQLSTATE or SQLite's extended code. */
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
 * Whether the same write would fail again for its values: on Postgres data exceptions and integrity violations, on SQLite
 * constraints and types.
 */
export const isRejectedData = (error: unknown): boolean =>
  matches(error, /^(2[23][\dA-Z]{3}|SQLITE_(CONSTRAINT|MISMATCH).*)$/);

/** Whether a repetition may succeed: deadlock (40P01), serialization failure (40001), lock not available (55P03). */
export const isRetryable = (error: unknown): boolean => matches(error, /^(40P01|40001|55P03)$/);

/** SQLite: another program holds the lock for longer than transactions wait. */
export const isLocked = (error: unknown): boolean => matches(error, /^SQLITE_BUSY/);

/** Full, over quota, failing, file too large, or read-only: codes of SQLite, Postgres (disk full) and the system. */
export const isUnwritable = (error: unknown): boolean =>
  matches(
    error,
    /^(SQLITE_(FULL|READONLY|IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE))|53100|ENOSPC|EDQUOT|EFBIG|EROFS)$/,
  );

/** No answer, as while the server restarts: a repetition may succeed. */
export const isUnreachable = (error: unknown): boolean => matches(error, /^DATABASE_UNREACHABLE$/);

/** Nothing is wrong with the write itself, and a later one may succeed. */
export const isTemporary = (error: unknown): boolean =>
  isRetryable(error) || isLocked(error) || isUnwritable(error) || isUnreachable(error);

/** SQLite: no database, or damaged. */
export const isDamaged = (error: unknown): boolean => matches(error, /^SQLITE_(CORRUPT|NOTADB)/);
