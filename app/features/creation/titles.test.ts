import { expect, test } from "vitest";
import { uploadFieldsSchema } from "../tracks/upload/upload.schema.ts";
import { headingEditSchema } from "./correction/heading/heading-edit.schema.ts";
import { generateScriptSchema, requiredTitle, startPreviewSchema } from "./creation.schema.ts";

const inputText = "夜のラジオには、昼とはちがう時間が流れています。";
const heading = { description: "", coverVariant: "0", version: "0" };
const transcript = "A: こんばんは。\nB: こんばんは。";

/** What each form makes of a typed title; undefined where it is refused. */
const accepted = {
  "a new text": (title: string) => generateScriptSchema.safeParse({ inputText, title }).data?.title,
  publishing: (title: string) => requiredTitle.safeParse(title).data,
  "a later change": (title: string) => headingEditSchema.safeParse({ ...heading, title }).data?.title,
  "an upload": (title: string) => uploadFieldsSchema.safeParse({ title, transcript }).data?.title,
};

test.each(Object.entries(accepted))(
  "%s: a title changes neither the direction nor the lines around it",
  (_, titleOf) => {
    expect(titleOf("\u202Eよる\u2066の\n\tラジオ\u200B\u0007")).toBe("よるの ラジオ");
    expect(titleOf("👩\u200D🚀 と 葛\u{E0100}城")).toBe("👩\u200D🚀 と 葛\u{E0100}城");
    expect(titleOf(`あ${"\u0301".repeat(31)}`)).toBeUndefined();
    expect(titleOf("あ".repeat(101))).toBeUndefined();
  },
);

test.each(["publishing", "a later change", "an upload"] as const)("%s: a title is seen", (where) => {
  for (const blank of ["\u200B\u200B", "\u202E", "\u2800", "\u0301"])
    expect(accepted[where](blank)).toBeUndefined();
});

test("names of speakers are names too", () => {
  const named = (A: string) => startPreviewSchema.safeParse({ script: transcript, speakerNames: { A } }).data;
  expect(named("\u202Eそら\u200B")?.speakerNames?.A).toBe("そら");
  expect(named("\u200B")?.speakerNames?.A).toBeUndefined();
});
