/** Whether the error is a broken unique constraint, in either database's words. */
export function isUniqueViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (
      "code" in cause &&
      (cause.code === "23505" || String(cause.code).startsWith("SQLITE_CONSTRAINT_UNIQUE"))
    )
      return true;
    if ("code" in cause && cause.code === "SQLITE_CONSTRAINT_PRIMARYKEY") return true;
  }
  return false;
}
