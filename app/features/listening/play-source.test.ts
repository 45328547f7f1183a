import { expect, test } from "vitest";
import { playSource } from "./play-source.ts";

const own = "https://mugen.example";
const page = `${own}/kanade/track/7`;

test.each([
  ["a link elsewhere", { referrer: "https://social.example/post", href: page }, 7, "/", "link"],
  ["a message, whose app says nothing", { referrer: "", href: `${own}/?track=7` }, 7, "/", "link"],
  ["a search engine", { referrer: "https://www.google.co.jp/", href: page }, 7, "/", "search"],
  [
    "a page that only looks like one",
    { referrer: "https://google-fans.example/", href: page },
    7,
    "/",
    "link",
  ],
  ["another track after it", { referrer: "https://social.example/", href: page }, 8, "/", "site"],
  ["a track whose number begins alike", { referrer: "", href: `${own}/track/77` }, 7, "/", "site"],
  ["a page of this site", { referrer: `${own}/`, href: page }, 7, "/kanade/track/7", "site"],
  ["the search here", { referrer: "", href: `${own}/` }, 7, "/search", "search"],
  ["home, opened by hand", { referrer: "", href: `${own}/` }, 7, "/", "site"],
])("%s", (_, visit, trackId, pathname, expected) => {
  expect(playSource(trackId, visit, pathname)).toBe(expected);
});
