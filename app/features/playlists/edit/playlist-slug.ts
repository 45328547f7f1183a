import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";

export const maxSlugLength = 50;

const fallbackSlug = "playlist";

/** Everything but letters and marks of all scripts, digits and hyphens; invisible characters too. */
const disallowed = /[^\p{L}\p{M}\p{N}-]|\p{Default_Ignorable_Code_Point}/gu;

/**
 * Turns a text into a URL path segment: lower case, spaces to hyphens, symbols removed, letters of every script kept for
 * Japanese names. Not truncated; may be empty.
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

/** Path segments below `/playlists/{id}`: no slug may be one. */
const reserved = new Set(["edit", "delete", "report"]);

/** The slug for a name: never empty, never only digits (they would read as an id), never reserved, at most `maxSlugLength`. */
export function slugFromName(name: string): string {
  const slug = truncate(slugify(name), maxSlugLength);
  if (slug === "") return fallbackSlug;
  return /^\p{N}+$/u.test(slug) || reserved.has(slug)
    ? truncate(`${fallbackSlug}-${slug}`, maxSlugLength)
    : slug;
}

/** The slug, or with the first free suffix `-2`, `-3`, …, within `maxSlugLength`. */
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
