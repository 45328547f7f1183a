import { expect, test } from "vitest";
import { newTrack } from "#test/tracks.ts";
import { embedCode } from "./embed-code.ts";
import { embedPage } from "./embed-page.tsx";
import { parseTrackUrl, trackOembed } from "./oembed.server.ts";

const origin = "https://mugen.example";
const hostile = `</script><script>alert(1)</script>"'&`;
const track = { ...newTrack, title: hostile, posterName: hostile, speechCredit: "VOICEVOX:四国めたん" };

test.each([
  "/track/7",
  "/track/7/",
  "/track/7?x=1#t=3",
  "/mugen/track/7",
  "/kanade/track/7",
  "/users/u1/track/7",
  "/embed/track/7",
])("%s is a URL of the track", (path) => {
  expect(parseTrackUrl(origin + path, origin)).toBe("7");
  expect(parseTrackUrl(`http://mugen.example${path}`, origin)).toBe("7");
});

test.each([
  "https://evil.example/track/7",
  "https://mugen.example.evil.example/track/7",
  "https://mugen.example:8443/track/7",
  "https://mugen.example/",
  "https://mugen.example/track/7/like",
  "https://mugen.example/track/abc",
  "https://mugen.example/api/track/7",
  "https://mugen.example/a/b/track/7",
  "ftp://mugen.example/track/7",
  "/track/7",
  "",
])("%s is no track URL", (address) => {
  expect(parseTrackUrl(address, origin)).toBeNull();
});

test("the embed code is one element for any title", () => {
  const code = embedCode({ address: `${origin}/embed/track/7`, title: hostile, width: "100%", height: 200 });
  expect(code.match(/<\w+/g)).toEqual(["<iframe"]);
  expect(code).toContain(`src="${origin}/embed/track/7"`);
  expect(code).toContain(`title="&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&apos;&amp;"`);
});

test("the oEmbed reply respects maxwidth and maxheight", () => {
  const wide = trackOembed({ track, origin });
  expect(wide).toMatchObject({ version: "1.0", type: "rich", width: 600, height: 200, thumbnail_width: 512 });
  expect(wide.author_url).toBe(`${origin}/kanade`);
  const narrow = trackOembed({ track, origin, maxWidth: 320, maxHeight: 400 });
  expect(narrow).toMatchObject({ width: 320, height: 200, thumbnail_width: 192, thumbnail_height: 192 });
  expect(narrow.html).toContain('width="320" height="200"');
  const tiny = trackOembed({ track, origin, maxHeight: 100 });
  expect([tiny.height, "thumbnail_url" in tiny]).toEqual([100, false]);
});

test("the embedded page escapes user input", () => {
  const page = embedPage({ track, origin, nonce: "n0nce" });
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain('<script type="module" nonce="n0nce">');
  expect(page).not.toContain("alert(1)</script>");
  expect(page).toContain("&lt;/script&gt;&lt;script&gt;alert(1)");
});

test("the embedded player of a premium-only track says that it plays the excerpt", () => {
  const long = { ...track, durationMs: 90_000, isPremiumOnly: true };
  const page = embedPage({ track: long, origin, nonce: "n0nce" });
  expect(page).toContain("プレミアム限定（冒頭30秒） ・ AI音声 ・ VOICEVOX:四国めたん");
  expect(page).toContain('src="/audio/7.mp3"');
  expect(page).toContain('data-duration="30"');
});
