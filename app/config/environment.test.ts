import { expect, test } from "vitest";
import { expectsLoopbackHost, isLocalSignInAllowed, readEnvironment } from "./environment.ts";

const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
const origin = "https://mugen.example";
const bucket = {
  S3_ENDPOINT: "https://s3.example",
  S3_BUCKET: "mugen",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
};

test.each<[string, Record<string, string>, { local: boolean; loopbackHost: boolean }]>([
  ["nothing set", {}, { local: true, loopbackHost: true }],
  ["Google on this machine", google, { local: false, loopbackHost: true }],
  [
    "Google under a public origin",
    { ...google, PUBLIC_ORIGIN: origin },
    { local: false, loopbackHost: false },
  ],
  [
    "Google on every address",
    { ...google, HOST: "0.0.0.0", PUBLIC_ORIGIN: origin },
    { local: false, loopbackHost: false },
  ],
])("%s is a safe way to sign in", (_name, source, expected) => {
  const settings = readEnvironment(source);
  expect(isLocalSignInAllowed(settings)).toBe(expected.local);
  expect(expectsLoopbackHost(settings)).toBe(expected.loopbackHost);
});

test.each<[string, Record<string, string>]>([
  ["GOOGLE_CLIENT_SECRET", { GOOGLE_CLIENT_ID: "id" }],
  ["GOOGLE_CLIENT_ID", { GOOGLE_CLIENT_SECRET: "secret" }],
  ["PUBLIC_ORIGIN", { ...google, HOST: "0.0.0.0" }],
  ["PUBLIC_ORIGIN", { ...google, PUBLIC_ORIGIN: "http://mugen.example" }],
  ["GOOGLE_CLIENT_ID", { HOST: "0.0.0.0" }],
  ["GOOGLE_ISSUER", { ...google, GOOGLE_ISSUER: "http://issuer.example" }],
  ["GOOGLE_ISSUER", { ...google, GOOGLE_ISSUER: "accounts.google.com" }],
  ["MAIL_FROM", { SMTP_URL: "smtp://mail.example" }],
  ["SMTP_URL", { SMTP_URL: "mail.example:587", PUBLIC_ORIGIN: "http://localhost" }],
  ["SMTP_URL", { SMTP_URL: "https://mail.example", PUBLIC_ORIGIN: "http://localhost" }],
  ["SMTP_URL", { SMTP_URL: "smtp://user:100%@mail.example", PUBLIC_ORIGIN: "http://localhost" }],
  ["S3_SECRET_ACCESS_KEY", { ...bucket, S3_SECRET_ACCESS_KEY: "" }],
  ["S3_ENDPOINT", { ...bucket, S3_ENDPOINT: "http://s3.example" }],
  ["S3_ENDPOINT", { ...bucket, S3_ENDPOINT: "http://minio:9000", STORAGE: "s3", S3_DELIVERY: "redirect" }],
  ["S3_ENDPOINT", { STORAGE: "s3" }],
  ["S3_BUCKET", { ...bucket, STORAGE: "s3", S3_BUCKET: "" }],
  ["STREAM_ACCEL", { ...bucket, STORAGE: "s3", STREAM_ACCEL: "nginx" }],
])("a message names %s for %j", (name, source) => {
  expect(() => isLocalSignInAllowed(readEnvironment(source))).toThrow(name);
});

test("payments need all of Stripe's settings or none, and the missing ones are named", () => {
  const settings = {
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    STRIPE_PRICE_ID: "price_1",
  };
  expect(readEnvironment(settings)).toMatchObject({
    ...settings,
    STRIPE_API_ORIGIN: "https://api.stripe.com",
  });
  for (const name of Object.keys(settings))
    expect(() => readEnvironment({ ...settings, [name]: "" })).toThrow(`${name}: needed for payments`);
  expect(() => readEnvironment({ STRIPE_PRICE_ID: "price_1" })).toThrow(
    "STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET: needed for payments",
  );
  expect(() => readEnvironment({ STRIPE_API_ORIGIN: "http://stripe.example" })).toThrow("STRIPE_API_ORIGIN");
  expect(() => readEnvironment({ OEMBED_ORIGIN: "http://video.example" })).toThrow("OEMBED_ORIGIN");
});

test("a server that speaks needs its model, which has no default, and the sentence says what to set", () => {
  expect(() => readEnvironment({ SPEECH_ENGINE: "openai" })).toThrow(
    /OPENAI_SPEECH_MODEL: needed with SPEECH_ENGINE=openai; set it to the name of a model/,
  );
  const settings = { SPEECH_ENGINE: "openai", OPENAI_SPEECH_MODEL: "kokoro" };
  expect(readEnvironment(settings)).toMatchObject(settings);
  expect(readEnvironment({}).OPENAI_SPEECH_MODEL).toBeUndefined();
});
