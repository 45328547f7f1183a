import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";

/** Maximum length of a slug, in characters (code points). */
export const maxSlugLength = 50;

/** Slug of a name without letters and digits. */
const fallbackSlug = "playlist";

/** Everything but letters and marks of all scripts, digits and hyphens; also invisible characters. */
const disallowed = /[^\p{L}\p{M}\p{N}-]|\p{Default_Ignorable_Code_Point}/gu;

/**
 * Turns a text into a URL path segment: lower case, spaces to hyphens, symbols removed. Letters of every script stay,
 * so that Japanese names work. Not truncated; empty when nothing is left.
 */
export function slugify(text: string): string {
  const slug = normalizeUnicode(
    normalizeUnicode(text, "NFKC")
      .toLowerCase()
      .replace(/[\s_\p{Z}]+/gu, "-")
      .replace(disallowed, ""),
    "NFKC",
  )
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "");
  return /[\p{L}\p{N}]/u.test(slug) ? slug : "";
}

/** Path segments below `/playlists/{id}`, which a slug must not be. */
const reserved = new Set(["edit", "delete"]);

/** The slug for a name: never empty, never only digits (it would read as an id), at most `maxSlugLength`. */
export function slugFromName(name: string): string {
  const slug = truncate(slugify(name), maxSlugLength);
  if (slug === "") return fallbackSlug;
  return /^\p{N}+$/u.test(slug) || reserved.has(slug)
    ? truncate(`${fallbackSlug}-${slug}`, maxSlugLength)
    : slug;
}

/** The slug itself if it is not taken, else with the first free suffix of `-2`, `-3`, …, within `maxSlugLength`. */
export function uniqueSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number++) {
    const suffix = `-${number}`;
    const candidate = truncate(slug, maxSlugLength - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

const truncate = (text: string, maxLength: number) =>
  Array.from(text).slice(0, maxLength).join("").replace(/-$/, "");
