const deepest = 16;

/**
 * The same value with every string in it fit for both databases: without NUL and lone surrogates, which Postgres
 * refuses. What nests deeper than anything of ours becomes null, or it would exhaust the stack. What is left is checked
 * by the schema as usual.
 */
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (value !== null && typeof value === "object" && depth > deepest) return null;
  if (Array.isArray(value)) return value.map((inner) => storable(inner, depth + 1));
  if (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storable(inner, depth + 1)]));
  }
  return value;
}
