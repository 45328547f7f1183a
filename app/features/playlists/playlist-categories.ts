import { tidyName } from "../accounts/tidy-name.ts";
import { fallbackCategory } from "../creation/categories.ts";

/** So many categories may a playlist have. */
export const mostCategories = 10;

/** The longest name of a category, in characters. */
export const longestCategory = 50;

/** Offered when a playlist is edited (spec 2 §9). */
export const editSuggestions = [
  "一般",
  "お気に入り",
  "リラックス",
  "勉強・集中",
  "作業用",
  "睡眠・瞑想",
  "ニュース",
  "エンターテイメント",
] as const;

/** Other names of built-in categories (spec 2 §5). The built-in name is kept: the tracks carry it. */
const aliases = new Map([
  ["社会・政治", "政治・社会"],
  ["ビジネス戦略", "ビジネス"],
]);

/** What parts categories in a text: they are kept and sent with commas between them (spec 2 §3). */
const separator = /[,，、\n]/;

/** The same for all spellings of one category. */
export const categoryKey = (name: string): string => {
  const tidy = tidyName(name);
  return (aliases.get(tidy.normalize("NFKC")) ?? tidy).normalize("NFKC").toLowerCase();
};

/**
 * Names as a playlist has them: trimmed, in the order given, each category once, whatever name or spelling it has. None
 * are none: `storedCategories` puts その他.
 */
export function tidyCategories(names: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const given of names.flatMap((name) => name.split(separator))) {
    const name = tidyName(given);
    const key = categoryKey(name);
    if (name && !kept.has(key)) kept.set(key, aliases.get(name.normalize("NFKC")) ?? name);
  }
  return [...kept.values()];
}

/** The categories in a text that has commas or line breaks between them. */
export const readCategories = (text: string): string[] => tidyCategories([text]);

/** As the database has them; その他 for none (spec 2 §5). */
export const storedCategories = (names: readonly string[]): string =>
  tidyCategories(names).join(",") || fallbackCategory;
