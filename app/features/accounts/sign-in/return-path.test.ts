import { expect, test } from "vitest";
import { editPlaylistPath } from "#app/features/playlists/edit/playlist-form.ts";
import { maxCategoryLength } from "#app/features/playlists/playlist-categories.ts";
import { maxQueryLength, searchPath } from "#app/features/search/search.ts";
import { trackDeletion } from "#app/features/tracks/track.ts";
import { encodeCursor, startCursors, withCursor } from "#app/lib/cursor.ts";
import { requestedReturnPath, safeReturnPath } from "./return-path.ts";

test.each([
  ["/create-post-v2", "/create-post-v2"],
  ["create-post-v2", "/create-post-v2"],
  ["/track/3?x=1#cue", "/track/3?x=1#cue"],
  ["/search?search=%E5%A4%9C", "/search?search=%E5%A4%9C"],
  [null, "/"],
  ["", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["\\\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["https://evil.example/x", "/"],
  ["javascript:alert(1)", "/"],
  ["/./..//evil.example", "/"],
  ["evil.example", "/"],
  ["///evil.example", "/"],
  ["/.//evil.example", "/"],
  ["/api/auth/logout", "/"],
  ["api/auth/google", "/"],
  ["/API/auth/logout", "/"],
  ["/auth/google?redirect=/x", "/"],
  ["/%61pi/auth/logout", "/"],
  ["/%E0%A4%A", "/"],
  ["/authors", "/authors"],
  [`/${"x".repeat(4000)}`, "/"],
])("%j leads to %s", (requested, path) => {
  expect(safeReturnPath(requested)).toBe(path);
});

test.each([
  ["redirect=premium&payment=true", "/premium?payment=true"],
  ["redirect=/premium%3Fpayment%3Dtrue", "/premium?payment=true"],
  ["redirect=premium", "/premium"],
  ["redirect=search&payment=true", "/search"],
  ["", "/"],
  [`redirect=/${"x".repeat(4000)}`, "/"],
])("%j asks for %s", (query, path) => {
  expect(requestedReturnPath(new URLSearchParams(query))).toBe(path);
});

test.each(["夜", "𠮷"])("the longest addresses that the site makes of %s lead back", (character) => {
  const filters = {
    query: character.repeat(maxQueryLength),
    category: character.repeat(maxCategoryLength),
  };
  const search = withCursor(searchPath(filters), encodeCursor(startCursors.newest));
  const pages = [
    search,
    `/track/${2 ** 31 - 1}/playlists?redirect=${encodeURIComponent(search)}`,
    editPlaylistPath(2 ** 31 - 1, search),
    trackDeletion.pathOf(2 ** 31 - 1, search),
  ];
  for (const path of pages) {
    expect(requestedReturnPath(new URLSearchParams({ redirect: path }))).toBe(path);
    expect(safeReturnPath(path)).toBe(path);
  }
});
