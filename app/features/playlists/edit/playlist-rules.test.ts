import { expect, test } from "vitest";
import { Invalid, QuotaReached } from "#app/features/domain-error.ts";
import { formatCategories, normalizeCategories, parseCategories } from "../playlist-categories.ts";
import { maxPlaylists, requirePlaylistQuota, requirePrivateAllowed } from "../playlist-limits.ts";
import { newPlaylistSchema, playlistChangesSchema } from "../playlists.schema.ts";
import { slugFromName, slugify, uniqueSlug } from "./playlist-slug.ts";

const free = { isPremium: false, premiumEndDate: null };
const premium = { isPremium: true, premiumEndDate: null };
const lapsed = { isPremium: true, premiumEndDate: new Date(Date.now() - 1000) };

test.each([
  ["夜のリスト", "夜のリスト"],
  ["  My  Favorite　Songs ", "my-favorite-songs"],
  ["ＡＢＣ　１２３", "abc-123"],
  ["作業用・BGM!? (2026)", "作業用bgm-2026"],
  ["ラーメン_特集", "ラーメン-特集"],
  ["---a---b---", "a-b"],
  ["ｶﾞｷﾞｸﾞ", "ガギグ"],
  ["か\u3099", "が"],
  ["Straße ÉTÉ", "straße-été"],
  ["हिन्दी", "हिन्दी"],
  ["❤️ 音楽 ❤️", "音楽"],
  ["葛\u{e0100}城", "葛城"],
  ["a\u200bb\u202ec", "abc"],
  ["❤️🎧", "playlist"],
  ["！？", "playlist"],
  ["\u3099", "playlist"],
  ["2026", "playlist-2026"],
  ["Edit", "playlist-edit"],
  ["delete", "playlist-delete"],
  ["２０２６", "playlist-2026"],
  ["٢٠٢٦", "playlist-٢٠٢٦"],
  ["2026-11", "2026-11"],
  ["../../etc/passwd", "etcpasswd"],
  ["a/b?c#d%e", "abcde"],
  ["𠮷".repeat(60), "𠮷".repeat(50)],
  [`${"a".repeat(49)} b`, "a".repeat(49)],
  ["9".repeat(60), `playlist-${"9".repeat(41)}`],
])("the slug of %j is %j", (name, slug) => {
  expect(slugFromName(name)).toBe(slug);
});

test("for any name the slug is a valid path segment, and its own slug", () => {
  // Every character of the first plane and some beyond, in runs of the maximum name length.
  const signs = Array.from({ length: 0x11000 }, (_, at) => String.fromCodePoint(at)).filter((sign) =>
    sign.isWellFormed(),
  );
  for (let start = 0; start < signs.length; start += 17) {
    const name = signs.slice(start, start + 50).join("");
    const slug = slugFromName(name);
    expect([...slug].length).toBeGreaterThan(0);
    expect([...slug].length).toBeLessThanOrEqual(50);
    expect(slug).toMatch(/^[\p{L}\p{M}\p{N}-]+$/u);
    expect(slug).not.toMatch(/^\d+$/);
    expect(slug).not.toMatch(/^-|-$|--/);
    expect(slugFromName(slug)).toBe(slug);
    expect(decodeURIComponent(new URL(`http://x/playlist/${encodeURIComponent(slug)}`).pathname)).toBe(
      `/playlist/${slug}`,
    );
  }
});

test("playlists with the same name get different slugs within the maximum length", () => {
  for (const name of ["夜", "あ".repeat(50), `${"a".repeat(47)}-b`, "2026", "🎧"]) {
    const taken = new Set<string>();
    for (let count = 0; count < 120; count++) {
      const slug = uniqueSlug(slugFromName(name), taken);
      expect([...slug].length).toBeLessThanOrEqual(50);
      expect(slug).not.toMatch(/--|^\d+$/);
      taken.add(slug);
    }
    expect(taken.size).toBe(120);
  }
  expect(uniqueSlug("夜", new Set(["夜", "夜-2"]))).toBe("夜-3");
  expect(uniqueSlug("夜", new Set(["夜-2"]))).toBe("夜");
  expect(slugify("！")).toBe("");
});

test.each([
  [[], []],
  [["", "  ", "\u200b"], []],
  [
    [" 夜 ", "夜", "朝"],
    ["夜", "朝"],
  ],
  [["ＢＧＭ", "bgm"], ["ＢＧＭ"]],
  [["政治・社会", "社会・政治"], ["政治・社会"]],
  [["社会・政治"], ["政治・社会"]],
  [
    ["ビジネス戦略", "科学", "ビジネス"],
    ["ビジネス", "科学"],
  ],
  [
    ["夜,朝", "昼、夕\n晩，夜"],
    ["夜", "朝", "昼", "夕", "晩"],
  ],
  [["その他"], ["その他"]],
])("categories %j become %j", (given, kept) => {
  expect(normalizeCategories(given)).toEqual(kept);
  expect(parseCategories(formatCategories(given))).toEqual(kept.length > 0 ? kept : ["その他"]);
});

test.each([
  [free, 10],
  [lapsed, 10],
  [premium, 100],
])("%j may have %i playlists", (account, limit) => {
  expect(maxPlaylists(account)).toBe(limit);
  expect(() => requirePlaylistQuota(account, { count: limit - 1, isPremiumSold: true })).not.toThrow();
  for (const count of [limit, limit + 1, 1000])
    expect(() => requirePlaylistQuota(account, { count, isPremiumSold: true })).toThrow(QuotaReached);
});

test("the error at the limit says what to do", () => {
  const errorOf = (account: typeof free | typeof lapsed, isPremiumSold = true) => {
    try {
      requirePlaylistQuota(account, { count: 100, isPremiumSold });
    } catch (error) {
      return error;
    }
  };
  expect(errorOf(free)).toMatchObject({
    message: "プレイリスト上限に達しています",
    detail: expect.stringContaining("プレミアム"),
  });
  expect(errorOf(lapsed)).toMatchObject({ detail: expect.stringContaining("プレミアム") });
  expect(errorOf(premium)).toMatchObject({ detail: expect.stringContaining("削除") });
  expect(errorOf(free, false)).toMatchObject({
    detail: expect.stringMatching(/^11個目からは、プレミアム会員の方が作成できます。.*削除してください。$/),
  });
});

test.each([
  [free, true, false, false],
  [lapsed, true, false, false],
  [premium, true, false, true],
  [free, false, false, true],
  [lapsed, false, false, true],
  [free, true, true, true],
  [lapsed, false, true, true],
])("%j, public before: %j, after: %j: allowed: %j", (account, wasPublic, isPublic, allowed) => {
  const change = () => requirePrivateAllowed(account, { wasPublic, isPublic });
  if (allowed) expect(change).not.toThrow();
  else expect(change).toThrow(Invalid);
});

test("parsed request bodies", () => {
  expect(newPlaylistSchema.parse({ name: " 夜の\u200b　リスト " })).toEqual({
    name: "夜の リスト",
    categories: [],
    description: null,
    isPublic: true,
  });
  expect(
    newPlaylistSchema.parse({
      name: "夜",
      category: "歴史, 科学",
      description: " a\r\nb ",
      isPublic: false,
      userId: "x",
    }),
  ).toEqual({ name: "夜", categories: ["歴史", "科学"], description: "a\nb", isPublic: false });
  expect(playlistChangesSchema.parse({ name: "夜" })).toEqual({ name: "夜" });
  expect(
    playlistChangesSchema.parse({ name: "夜", category: null, description: "", publicSlug: null }),
  ).toEqual({
    name: "夜",
    categories: [],
    description: null,
    publicSlug: null,
  });
  const maximal = { name: "あ".repeat(50), description: "い\r\n".repeat(250) };
  expect(newPlaylistSchema.safeParse({ ...maximal, description: maximal.description.trim() }).success).toBe(
    true,
  );
});

test.each([
  ["name", "プレイリスト名は必須です", {}],
  ["name", "プレイリスト名は必須です", { name: null }],
  ["name", "プレイリスト名は必須です", { name: 1 }],
  ["name", "プレイリスト名は必須です", { name: " \u3000\u200b" }],
  ["name", "プレイリスト名は50文字以内で入力してください", { name: "あ".repeat(51) }],
  ["category", "区切った文字列", { name: "夜", category: 1 }],
  ["category", "50文字以内", { name: "夜", category: "あ".repeat(51) }],
  ["category", "10個以内", { name: "夜", category: "a,b,c,d,e,f,g,h,i,j,k" }],
  ["category", "10個以内", { name: "夜", category: "あ".repeat(20_000) }],
  ["description", "文字で", { name: "夜", description: 1 }],
  ["description", "500文字以内", { name: "夜", description: "あ".repeat(501) }],
  ["isPublic", "選択してください", { name: "夜", isPublic: "true" }],
  ["publicSlug", "使える文字", { name: "夜", publicSlug: "！" }],
  ["publicSlug", "50文字以内", { name: "夜", publicSlug: "a".repeat(51) }],
])("rejected at %s: %s", (field, message, sent) => {
  const { error } = playlistChangesSchema.safeParse(sent);
  expect(error?.issues[0]?.path[0]).toBe(field);
  expect(error?.issues[0]?.message).toContain(message);
});
