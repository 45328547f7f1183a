/** An entity tag as it stands in a header: opaque text between quotes, perhaps weak (RFC 9110 §8.8.3). */
const ENTITY_TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/y;
const SEPARATOR = /[ \t]*(?:,[ \t]*)+|[ \t]*$/y;

/**
 * Whether a list of entity tags (the value of If-Match or If-None-Match) names `etag`, a strong tag with its quotes.
 * `*` names every tag. Strong comparison takes no weak tag for an equal one, weak comparison does (§8.8.3.2).
 * What follows a place that breaks the grammar is not read.
 */
export function listsEntityTag(list: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (list === "*") return true;
  let at = /^[ \t,]*/.exec(list)?.[0].length ?? 0;
  while (at < list.length) {
    ENTITY_TAG.lastIndex = at;
    const tag = ENTITY_TAG.exec(list);
    if (tag === null) return false;
    SEPARATOR.lastIndex = ENTITY_TAG.lastIndex;
    if (SEPARATOR.exec(list) === null) return false;
    if (tag[2] === etag && (comparison === "weak" || tag[1] === undefined)) return true;
    at = SEPARATOR.lastIndex;
  }
  return false;
}
