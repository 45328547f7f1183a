/** The longest slug, in characters (spec 2 §9). */
export const longestSlug = 50;

/** The slug of what has no letter or digit in its name. */
const plainSlug = "playlist";

/** Letters of all scripts with their marks, and digits; not what has no look of its own. */
const unfit = /[^\p{L}\p{M}\p{N}-]|\p{Default_Ignorable_Code_Point}/gu;

/**
 * A text as a part of an address (spec 2 §5): lower case, symbols removed, spaces to hyphens. Letters of every script
 * stay, so that a Japanese name is still one. Not cut; empty when nothing is left.
 */
export function slugText(text: string): string {
  const slug = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_\p{Z}]+/gu, "-")
    .replace(unfit, "")
    .normalize("NFKC")
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "");
  return /[\p{L}\p{N}]/u.test(slug) ? slug : "";
}

/** Addresses below a playlist's own, which a slug must not stand for. */
const kept = new Set(["edit", "delete"]);

/** The slug that a name makes: never empty, and never digits alone, which would pass for an id. */
export function slugOf(name: string): string {
  const slug = cut(slugText(name), longestSlug);
  if (slug === "") return plainSlug;
  return /^\p{N}+$/u.test(slug) || kept.has(slug) ? cut(`${plainSlug}-${slug}`, longestSlug) : slug;
}

/** The same slug if it is free, else the first free of `-2`, `-3`, …, within the same length. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number++) {
    const ending = `-${number}`;
    const numbered = cut(slug, longestSlug - ending.length) + ending;
    if (!taken.has(numbered)) return numbered;
  }
}

const cut = (text: string, most: number) => Array.from(text).slice(0, most).join("").replace(/-$/, "");
