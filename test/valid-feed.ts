import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect } from "vitest";
import { z } from "zod";

/** Apple's categories with subcategories, as far as they are used. */
const appleCategories: Record<string, readonly string[]> = {
  Arts: ["Food", "Visual Arts"],
  Business: ["Management"],
  Education: ["Self-Improvement"],
  "Health & Fitness": ["Alternative Health", "Mental Health"],
  History: [],
  Leisure: ["Hobbies"],
  Music: ["Music Commentary"],
  News: ["Daily News", "Entertainment News", "Politics"],
  Science: ["Natural Sciences"],
  "Society & Culture": ["Places & Travel"],
  Sports: [],
  Technology: [],
};

const days = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const months = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const rfc2822 = new RegExp(`^(${days}), \\d{1,2} ${months} \\d{4} \\d{2}:\\d{2}:\\d{2} [+-]\\d{4}$`);
/** Must be on the weekday it names. */
const date = z
  .string()
  .regex(rfc2822)
  .refine((text) => new Date(text).toUTCString().slice(0, 3) === text.slice(0, 3));
const url = z.url({ protocol: /^https?$/ });
const text = z.string().min(1).max(4000);
const isFalse = z.literal("false");

const category = z
  .object({
    "@text": z.string(),
    "itunes:category": z.object({ "@text": z.string() }).strict().optional(),
  })
  .strict()
  .refine((one) => {
    const within = one["itunes:category"]?.["@text"];
    const known = appleCategories[one["@text"]];
    return known !== undefined && (within === undefined || known.includes(within));
  });

const alternateEnclosure = z
  .object({
    "@type": z.literal("audio/mpeg"),
    "@length": z.string().regex(/^[1-9]\d*$/),
    "@bitrate": z.enum(["64000", "128000"]),
    "@title": z.string().min(1).max(32),
    "@default": z.literal("true").optional(),
    "podcast:source": z.object({ "@uri": url }).strict(),
  })
  .strict();

const item = z
  .object({
    title: text,
    link: url,
    guid: z.object({ "#text": text, "@isPermaLink": isFalse }).strict(),
    pubDate: date,
    description: text,
    "atom:updated": z.iso.datetime().optional(),
    enclosure: z
      .object({
        "@url": url.refine((one) => new URL(one).pathname.endsWith(".mp3")),
        "@length": z.string().regex(/^[1-9]\d*$/),
        "@type": z.literal("audio/mpeg"),
      })
      .strict(),
    "podcast:alternateEnclosure": z.array(alternateEnclosure).default([]),
    "itunes:author": text,
    "itunes:duration": z.string().regex(/^[1-9]\d*$/),
    "itunes:explicit": isFalse,
    "itunes:episodeType": z.literal("full"),
    "itunes:episode": z
      .string()
      .regex(/^[1-9]\d*$/)
      .optional(),
    "itunes:image": z.object({ "@href": url }).strict(),
    "podcast:txt": z
      .object({ "#text": z.literal("true"), "@purpose": z.literal("ai-content") })
      .strict()
      .optional(),
    "podcast:chapters": z
      .object({ "@url": url, "@type": z.literal("application/json+chapters") })
      .strict()
      .optional(),
    "podcast:soundbite": z
      .array(
        z
          .object({
            "#text": text,
            "@startTime": z.string().regex(/^\d+\.\d$/),
            "@duration": z.string().regex(/^\d+\.\d$/),
          })
          .strict(),
      )
      .optional(),
    "podcast:transcript": z
      .object({ "@url": url, "@type": z.literal("text/vtt"), "@language": z.literal("ja") })
      .strict(),
  })
  .strict();

const rss = z
  .object({
    "@version": z.literal("2.0"),
    "@xmlns:atom": z.literal("http://www.w3.org/2005/Atom"),
    "@xmlns:itunes": z.literal("http://www.itunes.com/dtds/podcast-1.0.dtd"),
    "@xmlns:podcast": z.literal("https://podcastindex.org/namespace/1.0"),
    channel: z
      .object({
        title: text,
        link: url,
        description: text,
        language: z.literal("ja"),
        pubDate: date.optional(),
        lastBuildDate: date.optional(),
        generator: z.literal("Mugen"),
        "atom:link": z
          .object({ "@href": url, "@rel": z.literal("self"), "@type": z.literal("application/rss+xml") })
          .strict(),
        image: z.object({ url, title: text, link: url }).strict(),
        "itunes:author": text,
        "itunes:owner": z
          .object({ "itunes:name": z.literal("Mugen"), "itunes:email": z.email().optional() })
          .strict(),
        "itunes:image": z.object({ "@href": url }).strict(),
        "itunes:category": category,
        "itunes:explicit": isFalse,
        "itunes:block": z.literal("Yes").optional(),
        "podcast:block": z.literal("yes").optional(),
        "itunes:type": z.enum(["serial", "episodic"]),
        "podcast:guid": z.uuid({ version: "v5" }),
        // Without `owner` nobody could ask for the feed to be moved.
        "podcast:locked": z.union([
          z.enum(["yes", "no"]),
          z.object({ "#text": z.enum(["yes", "no"]), "@owner": z.email() }).strict(),
        ]),
        "podcast:txt": z
          .array(
            z
              .object({
                "#text": text,
                "@purpose": z.enum(["verify", "applepodcastsverify"]),
              })
              .strict(),
          )
          .default([]),
        "podcast:medium": z.literal("podcast"),
        item: z.array(item).default([]),
      })
      .strict(),
  })
  .strict();

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: true,
  htmlEntities: true,
  isArray: (_name, path) =>
    [
      "rss.channel.item",
      "rss.channel.podcast:txt",
      "rss.channel.item.podcast:alternateEnclosure",
      "rss.channel.item.podcast:soundbite",
    ].includes(String(path)),
});

/** Fails unless it keeps to RSS 2.0, Apple Podcasts and Podcasting 2.0. */
export function validFeed(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/);
  // Line breaks between elements are no text.
  const { rss: parsed } = parser.parse(xml.replace(/>\n+</g, "><").replace(/\n$/, ""));
  const { channel } = rss.parse(parsed);
  const guids = channel.item.map(({ guid }) => guid["#text"]);
  expect(new Set(guids).size).toBe(guids.length);
  expect(channel.image.title).toBe(channel.title);
  expect(channel.image.link).toBe(channel.link);
  // One alternative is the enclosure itself.
  for (const { enclosure, "podcast:alternateEnclosure": alternatives } of channel.item) {
    if (alternatives.length === 0) continue;
    const [same, ...others] = alternatives.filter((one) => one["@default"] === "true");
    expect([same?.["podcast:source"]["@uri"], same?.["@length"], others]).toEqual([
      enclosure["@url"],
      enclosure["@length"],
      [],
    ]);
  }
  return channel;
}
