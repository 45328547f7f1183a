import { expect, test } from "vitest";
import { InvalidEnvironment, readEnvironment } from "./environment.ts";
import { voicevoxTerms } from "./voice-terms.ts";

const stripe = {
  STRIPE_SECRET_KEY: "a",
  STRIPE_PUBLISHABLE_KEY: "b",
  STRIPE_WEBHOOK_SECRET: "c",
  STRIPE_PRICE_ID: "d",
};
const start = (voice: string, settings: Record<string, string> = {}) =>
  readEnvironment({
    SPEECH_ENGINE: "voicevox",
    VOICEVOX_VOICES: `3=ずんだもん,1=${voice}/ふつう`,
    ...settings,
  });

test.each<[voice: string, settings: Record<string, string>]>([
  ["青山龍星", {}],
  ["青山龍星", { OPERATOR_KIND: "company" }],
  ["No.7", { OPERATOR_KIND: "company" }],
  ["No.7", { OPERATOR_KIND: "person", ...stripe }],
  ["もち子さん", { OPERATOR_KIND: "person" }],
  ["もち子さん", { VOICE_PERMISSIONS: "ずんだもん, No.7" }],
])(
  "%s, whose terms ask for consent, is refused at start with %j, until it is permitted",
  (voice, settings) => {
    expect(() => start(voice, settings)).toThrow(InvalidEnvironment);
    expect(() => start(voice, settings)).toThrow(`the terms of ${voice} ask for consent`);
    expect(
      start(voice, { ...settings, VOICE_PERMISSIONS: ` ずんだもん , ${voice}` }).VOICEVOX_VOICES,
    ).toHaveLength(2);
  },
);

test.each<[voice: string, settings: Record<string, string>]>([
  ["四国めたん", { OPERATOR_KIND: "company", ...stripe }],
  ["青山龍星", { OPERATOR_KIND: "person", ...stripe }],
  ["No.7", { OPERATOR_KIND: "person" }],
  // Nobody has read their terms: no other engine's voice is refused for a name.
  ["だれかの声", {}],
  ["青山龍星", { VOICEVOX_CREDIT: "AivisSpeech" }],
  ["青山龍星", { SPEECH_ENGINE: "local" }],
])("%s starts with %j", (voice, settings) => {
  expect(() => start(voice, settings)).not.toThrow();
});

test("each voice is listed once, with its credit and its terms, and who asks for consent says where", () => {
  expect(new Set(voicevoxTerms.map(({ name }) => name)).size).toBe(voicevoxTerms.length);
  for (const { credit, terms, consent, holder } of voicevoxTerms) {
    expect(credit).toMatch(/^VOICEVOX:/);
    expect(URL.canParse(terms)).toBe(true);
    expect(holder === null).toBe(consent === null);
  }
});
