import { expect, test } from "vitest";
import {
  expectsLoopbackHost,
  InvalidEnvironment,
  isLocalSignInAllowed,
  readEnvironment,
} from "./environment.ts";

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

test.each<[Record<string, string>, string]>([
  [{ PORT: "abc" }, "PORT: must be a whole number from 0 to 65535"],
  [{ MINIMUM_AGE: "18.5" }, "MINIMUM_AGE: must be a whole number from 1 to 120"],
  [{ BACKUP_PASSPHRASE: "short" }, "BACKUP_PASSPHRASE: needs 12 characters or more"],
  [
    { BACKUP_TO: "s3://backups/mugen", S3_ENDPOINT: "https://s3.example" },
    "S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: needed for a bucket",
  ],
  [
    { BACKUP_TO: "s3://backups/mugen" },
    "S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: needed for a bucket",
  ],
  [{ PUBLIC_ORIGIN: "mugen.example" }, "PUBLIC_ORIGIN: must look like https://mugen.example"],
  [{ PUBLIC_ORIGIN: "ftp://mugen.example" }, "PUBLIC_ORIGIN: must look like https://mugen.example"],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" },
    "OTEL_EXPORTER_OTLP_ENDPOINT: must look like http://127.0.0.1:4318",
  ],
  [{ GOOGLE_ISSUER: "accounts" }, "GOOGLE_ISSUER: must begin with https:// (http:// on this machine only)"],
  [{ DATABASE_REPLICA_URL: "postgres://replica/mugen" }, "DATABASE_URL: needed with DATABASE_REPLICA_URL"],
  [{ DATABASE_POOLER_URL: "6432" }, "DATABASE_POOLER_URL: must begin with postgres://"],
])("%j is refused in one plain line", (source, line) => {
  expect(() => readEnvironment(source)).toThrow(new InvalidEnvironment([line]));
});

test("all that does not go together is told at once, not one thing at each start", () => {
  const settings = { TRUST_PROXY: "on", GOOGLE_CLIENT_ID: "id", SMTP_URL: "smtp://mail.example" };
  expect(() => readEnvironment(settings)).toThrow(
    /PUBLIC_ORIGIN: .+\n.*GOOGLE_CLIENT_SECRET: .+\n.*MAIL_FROM: /,
  );
});

test("a setting of blanks is an unset one", () => {
  expect(readEnvironment({ PORT: " ", DATA_DIR: " " })).toEqual(readEnvironment({}));
});

test("without a way to sign in the message names what makes the server reachable", () => {
  const settings = readEnvironment({ PUBLIC_ORIGIN: origin });
  expect(() => isLocalSignInAllowed(settings)).toThrow("leave HOST at 127.0.0.1 and PUBLIC_ORIGIN unset");
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
