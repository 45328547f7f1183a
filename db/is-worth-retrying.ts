/** 40P01: waited in a circle. 40001: could not be serialised. 55P03: would have had to wait. */
const codes = ["40P01", "40001", "55P03"];

/** Whether Postgres gave the transaction up for the sake of others, so that the same one may work now. */
export function isWorthRetrying(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && codes.includes(String(cause.code))) return true;
  }
  return false;
}
