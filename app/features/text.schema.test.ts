import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { z } from "zod";
import { nameSchema } from "#app/features/accounts/accounts.schema.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { noteText } from "./cases/cases.schema.ts";
import { categorySchema } from "./categories/categories.schema.ts";
import { contactSchema } from "./contact/contact.schema.ts";
import { voiceChoices } from "./creation/narration/narration.schema.ts";
import { newPlaylistForm, newPlaylistSchema } from "./playlists/playlists.schema.ts";
import { pronunciationSchema } from "./pronunciations/pronunciations.schema.ts";
import { reportSchema } from "./reports/reports.schema.ts";
import { chatSchema } from "./support/chat/chat.schema.ts";

/** A field with the most characters that it may have, each of them two UTF-16 units, and one more. */
const fields: [name: string, max: number, schema: z.ZodType, value: (text: string) => unknown][] = [
  ["a person's name", 50, nameSchema, (text) => text],
  ["a playlist's name", 50, newPlaylistSchema, (name) => ({ name })],
  ["a playlist's name in its form", 50, newPlaylistForm, (name) => ({ name })],
  ["a playlist's description", 500, newPlaylistSchema, (description) => ({ name: "夜", description })],
  ["a playlist's category", 50, newPlaylistSchema, (category) => ({ name: "夜", category })],
  ["a category", 50, categorySchema, (name) => ({ name })],
  ["a word", 50, pronunciationSchema, (word) => ({ word, reading: "ア" })],
  ["a speaker's name", 20, voiceChoices.speakerNames, (A) => ({ A })],
  ["a report", 1000, reportSchema, (comment) => ({ reason: "other", comment })],
  ["a question", 1000, chatSchema, (message) => ({ message })],
  ["a note", 1000, noteText, (text) => text],
  [
    "a message",
    4000,
    contactSchema,
    (message) => ({ name: "夜野", email: "a@example.com", subject: "その他", message }),
  ],
];

test.each(fields)("%s may have %i emoji, and not one more", (_, max, schema, value) => {
  const { error } = schema.safeParse(value("🌙".repeat(max)));
  expect(error?.issues ?? []).toEqual([]);
  const refused = schema.safeParse(value("🌙".repeat(max + 1)));
  expect(refused.error?.issues[0]?.message).toContain(`${max.toLocaleString("ja-JP")}文字以内`);
});

test("the CRLF of a form and the LF of its counter are one character", () => {
  expect(countCharacters("夜\r\n空 ")).toBe(3);
  expect(countCharacters("夜\n空")).toBe(3);
});

test("no control cuts a text that the server would take", () => {
  // URLs, e-mail addresses, ids, figures and fixed words: one unit a character.
  const others = /^(maxUrlLength|2|3|10|20|100|254|200)$/;
  const attributes = globSync("app/**/*.tsx").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/maxLength=\{([^}]*)\}/g)].map(([, length = ""]) => length),
  );
  expect(attributes.length).toBeGreaterThan(10);
  expect(
    attributes.filter((length) => !/^maxUnits\(/.test(length) && !others.test(length)),
    "write maxLength={maxUnits(…)} (app/lib/characters.ts): an emoji is two units",
  ).toEqual([]);
});
