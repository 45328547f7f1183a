/** Postgres: data exceptions and integrity violations. SQLite: a constraint, or a value of the wrong kind. */
const refusals = /^(2[23][\dA-Z]{3}|SQLITE_(CONSTRAINT|MISMATCH).*)$/;

/** Whether the database refused a write for what it says, so that the same one is refused again. */
export function isRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && refusals.test(String(cause.code))) return true;
  }
  return false;
}
