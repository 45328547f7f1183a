import { fallbackCategory } from "#app/engines/script/categories.ts";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";

export const maxCategories = 10;

export const maxCategoryLength = 50;

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

/** Other names of built-in categories. Tracks have the built-in name. */
const aliases = new Map([
  ["社会・政治", "政治・社会"],
  ["ビジネス戦略", "ビジネス"],
]);

const separator = /[,，、\n]/;

/** Equal for all spellings and aliases of one category. */
export const categoryKey = (name: string): string => {
  const normalized = normalizeName(name);
  return normalizeUnicode(
    aliases.get(normalizeUnicode(normalized, "NFKC")) ?? normalized,
    "NFKC",
  ).toLowerCase();
};

/**
 * Splits, trims and deduplicates names (`categoryKey`); keeps the order. No names stay none: `formatCategories` supplies その他.
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

/** Parses categories separated by commas or line breaks. */
export const parseCategories = (text: string): string[] => normalizeCategories([text]);

/** The database's form: comma-separated, その他 for none. */
export const formatCategories = (names: readonly string[]): string =>
  normalizeCategories(names).join(",") || fallbackCategory;
