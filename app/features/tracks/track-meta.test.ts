import { expect, test } from "vitest";
import { trackMeta } from "./track-meta.ts";

const address = "https://mugen.example/kanade/track/7";
const page = {
  track: {
    id: 7,
    title: "灯台守の一日",
    duration: 93.648,
    labels: ["科学", "夜"],
    posterName: "夜野 かなで",
    posterPath: "/kanade",
    playCount: 3,
    likeCount: 2,
  },
  address,
  description: "こんばんは。",
  coverPath: "/api/tracks/7/cover.png?size=1200x630&v=x",
  uploadedAt: "2026-11-21T00:00:00.000Z",
  cues: [{ text: "こんばんは。" }, { text: "夜です。" }],
};

test("a public track is described for search engines, previews and other sites", () => {
  const meta = trackMeta(page);
  const named = new Map(
    meta.flatMap((tag) => {
      const name = "property" in tag ? tag.property : "name" in tag ? tag.name : undefined;
      return name ? [[name, "content" in tag ? tag.content : undefined] as const] : [];
    }),
  );
  expect(Object.fromEntries(named)).toEqual({
    description: "こんばんは。",
    "og:type": "music.song",
    "og:site_name": "Mugen",
    "og:locale": "ja_JP",
    "og:title": "灯台守の一日",
    "og:description": "こんばんは。",
    "og:url": address,
    "og:image": "https://mugen.example/api/tracks/7/cover.png?size=1200x630&v=x",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": "灯台守の一日（夜野 かなで）",
    "og:audio": "https://mugen.example/api/stream/7",
    "og:audio:type": "audio/mpeg",
    "music:duration": "94",
    "music:musician": "https://mugen.example/kanade",
    "twitter:card": "summary_large_image",
    "twitter:title": "灯台守の一日",
    "twitter:description": "こんばんは。",
    "twitter:image": "https://mugen.example/api/tracks/7/cover.png?size=1200x630&v=x",
    "twitter:image:alt": "灯台守の一日（夜野 かなで）",
  });
  expect(meta).toContainEqual({ title: "灯台守の一日 | Mugen ∞" });
  expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href: address });
  expect(meta).toContainEqual({
    tagName: "link",
    rel: "alternate",
    type: "application/json+oembed",
    href: `https://mugen.example/oembed?url=${encodeURIComponent(address)}&format=json`,
    title: "灯台守の一日",
  });
  expect(meta.at(-1)).toMatchObject({
    "script:ld+json": {
      "@type": "AudioObject",
      name: "灯台守の一日",
      duration: "PT1M34S",
      inLanguage: "ja",
      contentUrl: "https://mugen.example/api/stream/7",
      uploadDate: "2026-11-21T00:00:00.000Z",
      author: { name: "夜野 かなで", url: "https://mugen.example/kanade" },
      interactionStatistic: [{ userInteractionCount: 3 }, { userInteractionCount: 2 }],
      transcript: "こんばんは。\n夜です。",
    },
  });
});

test("a signed-in viewer gets what browsers use", () => {
  expect(trackMeta({ ...page, coverPath: null })).toEqual([
    { title: "灯台守の一日 | Mugen ∞" },
    { name: "description", content: "こんばんは。" },
    { tagName: "link", rel: "canonical", href: address },
  ]);
});

test("a hidden track has only its title, and is not indexed", () => {
  expect(trackMeta({ ...page, track: { ...page.track, isHidden: true } })).toEqual([
    { title: "灯台守の一日 | Mugen ∞" },
    { name: "robots", content: "noindex" },
  ]);
});
