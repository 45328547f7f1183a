import { fallbackCategory } from "#app/engines/script/categories.ts";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";

/** Maximum number of categories of a playlist. */
export const maxCategories = 10;

/** Maximum length of a category's name, in characters (code points). */
export const maxCategoryLength = 50;

/** Suggestions in the edit form before anything is typed. */
export const editCategorySuggestions = [
  "一般",
  "お気に入り",
  "リラックス",
  "勉強・集中",
  "作業用",
  "睡眠・瞑想",
  "ニュース",
  "エンターテイメント",
] as const;

/** Alternative names of built-in categories, replaced by the built-in name, which is the one that tracks have. */
const aliases = new Map([
  ["社会・政治", "政治・社会"],
  ["ビジネス戦略", "ビジネス"],
]);

/** Separates categories in a text. The database and the API use a comma. */
const separator = /[,，、\n]/;

/** Comparison key: equal for all spellings and aliases of one category. */
export const categoryKey = (name: string): string => {
  const normalized = normalizeName(name);
  return normalizeUnicode(
    aliases.get(normalizeUnicode(normalized, "NFKC")) ?? normalized,
    "NFKC",
  ).toLowerCase();
};

/**
 * Splits, trims and deduplicates (by `categoryKey`) category names; the order stays. Empty for no names:
 * `formatCategories` supplies その他.
 */
export function normalizeCategories(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const part of names.flatMap((name) => name.split(separator))) {
    const name = normalizeName(part);
    const key = categoryKey(name);
    if (name && !byKey.has(key)) byKey.set(key, aliases.get(normalizeUnicode(name, "NFKC")) ?? name);
  }
  return [...byKey.values()];
}

/** Parses a text of categories separated by commas or line breaks. */
export const parseCategories = (text: string): string[] => normalizeCategories([text]);

/** Formats categories for the database: comma-separated, その他 for none. */
export const formatCategories = (names: readonly string[]): string =>
  normalizeCategories(names).join(",") || fallbackCategory;
