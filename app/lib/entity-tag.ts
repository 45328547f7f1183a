/** RFC 9110 §8.8.3: opaque text in quotes, possibly weak. */
const ENTITY_TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/y;
const SEPARATOR = /[ \t]*(?:,[ \t]*)+|[ \t]*$/y;

/**
 * Whether If-Match or If-None-Match contains `etag`, a strong tag with its quotes. `*` contains all; weak tags match by weak
 * comparison only (§8.8.3.2). Stops at a syntax error.
 */
export function listsEntityTag(list: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (list === "*") return true;
  let position = /^[ \t,]*/.exec(list)?.[0].length ?? 0;
  while (position < list.length) {
    ENTITY_TAG.lastIndex = position;
    const tag = ENTITY_TAG.exec(list);
    if (tag === null) return false;
    SEPARATOR.lastIndex = ENTITY_TAG.lastIndex;
    if (SEPARATOR.exec(list) === null) return false;
    if (tag[2] === etag && (comparison === "weak" || tag[1] === undefined)) return true;
    position = SEPARATOR.lastIndex;
  }
  return false;
}
