import path from "node:path";
import { z } from "zod";
import { passwordHashPattern } from "#app/lib/password-hash.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { engineSettings, missingEngineSettings, optionalText, wholeNumber } from "./engine-settings.ts";
import { storageSettings, wrongStorageSettings } from "./storage-settings.ts";
import { isConfidentialUrl, isLoopbackName, loopbackHosts } from "./url-safety.ts";
import { refusedVoices } from "./voice-terms.ts";

const flag = z.enum(["on", "off"]);
const postgresUrl = z.string().regex(/^postgres(ql)?:/, "must begin with postgres://");

/** The README's table is generated from these descriptions (`npm run docs:tables`). */
export const environmentSchema = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production").describe("Kind of run."),
  HOST: z.string().default("127.0.0.1").describe("Address to listen on."),
  PORT: wholeNumber(0, 65535).default(3000).describe("Port to listen on; 0 takes a free one."),
  DATA_DIR: z
    .string()
    .default("./data")
    .describe("Folder for the database, audio and secrets of this installation."),
  DATABASE_URL: z
    .string()
    .regex(/^(postgres(ql)?|pglite):/, "must begin with postgres://")
    .optional()
    .describe("`postgres://…` for Postgres; unset keeps everything in SQLite inside `DATA_DIR`."),
  BACKUP_TO: optionalText.describe(
    "Folder outside `DATA_DIR`, or `s3://bucket/prefix`, into which a backup is taken each night, and restored in a trial each week; unset takes none.",
  ),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, "needs 12 characters or more")
    .optional()
    .describe("Encrypts the backups; without it they can't be read, by nobody."),
  RESTORE_POINTS: flag
    .default("on")
    .describe(
      "`off` takes no copy of the database into `DATA_DIR/restore-points` before an update changes it.",
    ),
  DATABASE_REPLICA_URL: postgresUrl
    .optional()
    .describe(
      "A Postgres read replica; reads go there, except those that decide who may do what, and those of who has just changed something.",
    ),
  DATABASE_POOLER_URL: postgresUrl
    .optional()
    .describe(
      "A pooler in transaction mode (PgBouncer) before the Postgres of `DATABASE_URL`, which jobs, notifications, migrations and backups still reach directly.",
    ),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/, error: "must look like https://mugen.example" })
    .transform((url) => new URL(url).origin)
    .optional()
    .describe("Origin under which people reach the site, such as `https://mugen.example`."),
  TRUST_PROXY: flag.default("off").describe("`on` behind a reverse proxy that names the client's address."),
  CLIENT_ADDRESS_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .default("X-Forwarded-For")
    .describe("Header in which the trusted proxy names it; of several addresses the last counts."),
  METRICS_PORT: wholeNumber(1, 65535)
    .optional()
    .describe(
      "Port on `HOST` for `/metrics` (Prometheus) and `/ready`, for your own network only: it asks for no password; unset opens none.",
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must look like http://127.0.0.1:4318" })
    .optional()
    .describe(
      "Where traces go as OTLP over HTTP, such as `http://127.0.0.1:4318`; OpenTelemetry's other `OTEL_…` variables hold too. Without it and `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` none are sent.",
    ),
  UPDATE_FEED_URL: z
    .url()
    .refine(isConfidentialUrl, "must begin with https:// (http:// on this machine only)")
    .optional()
    .describe(
      "Address that names the newest version, as `https://api.github.com/repos/OWNER/NAME/releases/latest` does. It is asked once a day, and the console tells of a newer one. Unset asks nobody.",
    ),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("Lowest level that is logged."),
  GOOGLE_CLIENT_ID: optionalText.describe(
    "Google sign-in; unset allows local sign-in on a loopback address only.",
  ),
  GOOGLE_CLIENT_SECRET: optionalText.describe("Secret that belongs to `GOOGLE_CLIENT_ID`."),
  GOOGLE_ISSUER: z
    .url()
    .refine(isConfidentialUrl, "must begin with https:// (http:// on this machine only)")
    .default("https://accounts.google.com")
    .describe("OpenID Connect issuer; another one than Google for tests or your own provider."),
  REGISTRATION_APPROVAL: z
    .enum(["auto", "manual"])
    .default("auto")
    .describe("`manual` keeps new accounts waiting until an admin approves them."),
  SUPPORT_EMAIL: z
    .email()
    .optional()
    .describe(
      "Address that gets messages of the contact form, and reports; unset only stores them, for `npm run messages`.",
    ),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, "must look like smtp://user:password@mail.example:587 or smtps://…")
    .optional()
    .describe("Mail server, `smtp://…` or `smtps://…`; unset writes email to `mail/` in `DATA_DIR`."),
  SMTP_CA_FILE: optionalText.describe(
    "PEM file of the certificate authority of the mail server, if it is not a public one.",
  ),
  MAIL_FROM: z
    .email()
    .optional()
    .describe("Sender of email; by default `no-reply@` the host of `PUBLIC_ORIGIN`."),
  PODCAST_OWNER_EMAIL: z
    .email()
    .optional()
    .describe(
      "Address of the operator in podcast feeds, for everybody to read: Spotify sends its code there. Unset names none.",
    ),
  FEED_QUALITY: z
    .enum(["high", "standard"])
    .default("high")
    .describe(
      "`standard` leaves files of 128 kbit/s out of podcast feeds: they are for premium members alone, and directories that want 96 kbit/s refuse the feeds.",
    ),
  OPERATOR_NAME: optionalText.describe(
    "Who runs the site, as the legal pages name them: a company or a person.",
  ),
  OPERATOR_KIND: z
    .enum(["person", "company"])
    .optional()
    .describe(
      "Whether a person or a company runs the site: the terms of some voices ask companies for consent. Unset counts as a company.",
    ),
  OPERATOR_REPRESENTATIVE: optionalText.describe("The responsible person on the legal pages."),
  OPERATOR_ADDRESS: optionalText.describe(
    "Postal address on the legal pages; unset details are given on request.",
  ),
  OPERATOR_PHONE: optionalText.describe("Telephone number on the legal pages, with hours if you like."),
  OPERATOR_INVOICE_NUMBER: z
    .string()
    .trim()
    .transform((text) => text || undefined)
    .pipe(
      z
        .string()
        .regex(/^T\d{13}$/, "must be T and 13 digits")
        .optional(),
    )
    .optional()
    .describe(
      "Registration number for qualified invoices (適格請求書): `T` and 13 digits. With it receipts are such invoices, with rate and amount of tax; without it they are plain receipts.",
    ),
  OPERATOR_COURT: optionalText.describe(
    "Court for disputes, named in the terms, such as `東京地方裁判所`; unset leaves it to the law.",
  ),
  MINIMUM_AGE: wholeNumber(1, 120)
    .optional()
    .describe(
      "Age from which people may register, as the terms and the other legal pages say; unset lets minors register with their guardians' consent.",
    ),
  ADMIN_USERNAME: z.string().default("admin").describe("Name of the admin account."),
  ADMIN_PASSWORD_HASH: z
    .string()
    .trim()
    .regex(passwordHashPattern, "must be a hash that `npm run admin -- password` has printed")
    .optional()
    .describe(
      "scrypt hash of the admin password, from `npm run admin -- password`; unset generates a password at first start and prints it once.",
    ),
  ...storageSettings,
  STREAM_ACCEL: z
    .enum(["nginx"])
    .optional()
    .describe("`nginx` lets nginx send audio files (see `docs/nginx.md`)."),
  SPEECH_ENGINE: z
    .enum(["auto", "local", "voicevox", "openai", "gemini"])
    .default("auto")
    .describe(
      "Who speaks; `auto` and `local` are the engine of this program, which needs nothing else. `voicevox` is a VOICEVOX or AivisSpeech engine, `openai` a server with OpenAI's `/audio/speech`, `gemini` Google's speech.",
    ),
  LOCAL_VOICE_A: optionalText.describe(
    "Path of an HTS voice (`.htsvoice`) of your own, by default that of speaker A, for the local engine.",
  ),
  LOCAL_VOICE_B: optionalText.describe("The same for speaker B, in the same sample rate."),
  SOUND_STAGE: z
    .enum(["mono", "stereo"])
    .default("mono")
    .describe(
      "`stereo` gives new tracks two channels: A a little to the left, B to the right, in a faint room; on one loudspeaker they sound as `mono` does.",
    ),
  ...engineSettings,
  ANALYTICS_SCRIPT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Script of Plausible or a compatible service; loaded only for those who consent. Unset: none."),
  ANALYTICS_DOMAIN: optionalText.describe("The site's name at that service; by default its host name."),
  PUSH_SERVICES: z
    .string()
    .default(
      "fcm.googleapis.com, jmt17.google.com, *.push.services.mozilla.com, *.notify.windows.com, *.push.apple.com",
    )
    .transform((list) => list.split(",").map((service) => service.trim()))
    .refine(
      (list) => list.every(isPushService),
      "must be host names, *.host names or origins, with commas between",
    )
    .describe(
      "Hosts that push messages may be sent to, by default those of the browsers' makers; `*.` stands for any subdomain, and an" +
        " origin (`https://push.example:8443`) is allowed too.",
    ),
  STRIPE_SECRET_KEY: optionalText.describe(
    "Stripe's secret key; unset sells no premium. With it, the next three are needed too.",
  ),
  STRIPE_PUBLISHABLE_KEY: optionalText.describe("Stripe's publishable key, for the card form."),
  STRIPE_WEBHOOK_SECRET: optionalText.describe("Signing secret of the webhook endpoint `/webhooks/stripe`."),
  STRIPE_PRICE_ID: optionalText.describe("Stripe's id of the monthly price: 550 JPY, tax included."),
  STRIPE_API_ORIGIN: z
    .url()
    .refine(isConfidentialUrl, "must begin with https:// (http:// on this machine only)")
    .transform((url) => new URL(url).origin)
    .default("https://api.stripe.com")
    .describe("Origin of Stripe's API; another one for tests."),
  OEMBED_ORIGIN: z
    .url()
    .refine(isConfidentialUrl, "must begin with https:// (http:// on this machine only)")
    .transform((url) => new URL(url).origin)
    .optional()
    .describe(
      "Origin that is asked about videos (oEmbed) instead of YouTube and Vimeo, for tests; unset asks these.",
    ),
  JOB_CONCURRENCY: wholeNumber(1, 16).default(1).describe("Concurrent audio jobs of one process."),
  THREAD_IDLE_MS: wholeNumber(0, dayMs)
    .default(0)
    .describe(
      "Time (ms) for which threads with dictionaries stay at least when nothing asks them; each start takes about a third of a second of processor time, and a thread keeps its dictionaries in memory, up to 190 MB.",
    ),
  CRASH_AT: optionalText.describe("For crash tests only: the point at which the process kills itself."),
  FIRST_TRACK_ID: wholeNumber(1, 2 ** 31 - 1)
    .default(74)
    .describe(
      "Number of the track that home shows first, if it is a visible one of the official account; else the account's newest.",
    ),
  HOLD_NEW_AUTHORS: flag
    .default("on")
    .describe(
      "`off` shows visitors the tracks of new authors at once; `on` a day later, and after a report only when an operator has marked them as reviewed.",
    ),
  SEED: flag
    .default("on")
    .describe("`off` generates no tracks of the official account in an empty installation."),
});

const stripeSettings = [
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_PRICE_ID",
] as const;

type Settings = z.infer<typeof environmentSchema>;

export interface Environment extends Settings {
  DATA_DIR: string;
}

let parsed: Environment | undefined;

/** Read once. Throws with a line per wrong setting. */
export function environment(): Environment {
  parsed ??= readEnvironment(process.env);
  return parsed;
}

/** Blank values count as unset. Throws `InvalidEnvironment` with a line for all that is wrong. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const { data, error } = environmentSchema.safeParse(given);
  if (error) {
    // Of several messages about one setting the last is the most particular.
    const messages = new Map(error.issues.map(({ path: [name], message }) => [name, message]));
    throw new InvalidEnvironment([...messages].map(([name, message]) => `${String(name)}: ${message}`));
  }
  const wrong = wrongCombinations(data);
  if (wrong.length > 0) throw new InvalidEnvironment(wrong);
  return { ...data, DATA_DIR: path.resolve(data.DATA_DIR) };
}

/** A line for each setting that does not go with the others. */
function wrongCombinations(settings: Settings): string[] {
  const lines: string[] = [];
  if (settings.TRUST_PROXY === "on" && !settings.PUBLIC_ORIGIN)
    lines.push("PUBLIC_ORIGIN: needed with TRUST_PROXY, or a client could name the site's address");
  for (const name of ["DATABASE_REPLICA_URL", "DATABASE_POOLER_URL"] as const)
    if (settings[name] && !settings.DATABASE_URL) lines.push(`DATABASE_URL: needed with ${name}`);
  if (Boolean(settings.GOOGLE_CLIENT_ID) !== Boolean(settings.GOOGLE_CLIENT_SECRET))
    lines.push("GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: both or neither");
  const missing = stripeSettings.filter((name) => !settings[name]);
  if (missing.length > 0 && missing.length < stripeSettings.length)
    lines.push(`${missing.join(", ")}: needed for payments, or none of ${stripeSettings.join(", ")}`);
  const wrongForStorage = wrongStorageSettings(settings);
  if (wrongForStorage) lines.push(wrongForStorage);
  lines.push(...missingEngineSettings(settings), ...refusedVoices(settings));
  if (settings.SMTP_URL && !settings.MAIL_FROM && !settings.PUBLIC_ORIGIN)
    lines.push("MAIL_FROM: needed with SMTP_URL when there is no PUBLIC_ORIGIN");
  return lines;
}

export class InvalidEnvironment extends Error {
  constructor(lines: string[]) {
    super(`the settings are not usable:\n  ${lines.join("\n  ")}`);
    this.name = "InvalidEnvironment";
  }
}

/** With decodable credentials. */
function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "") return false;
  return [url.username, url.password].every((part) => !/%(?![0-9a-f]{2})/i.test(part));
}

/** `host.name`, `*.host.name` or an origin. */
function isPushService(service: string): boolean {
  if (service.includes("://")) return isConfidentialUrl(service) && URL.parse(service)?.origin === service;
  return /^(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(service);
}

function isLoopbackOnly(settings: Pick<Environment, "HOST">): boolean {
  return loopbackHosts.has(settings.HOST);
}

/**
 * Local sign-in (name and e-mail, no password) is for trials: only without Google credentials, on a loopback address. Throws if
 * no way to sign in is safe: Google redirects to the site's address, which must not come from a stranger's Host header.
 */
export function isLocalSignInAllowed(
  settings: Pick<Environment, "HOST" | "GOOGLE_CLIENT_ID" | "PUBLIC_ORIGIN">,
): boolean {
  const { HOST, GOOGLE_CLIENT_ID, PUBLIC_ORIGIN } = settings;
  if (GOOGLE_CLIENT_ID) {
    if (PUBLIC_ORIGIN ? isConfidentialUrl(PUBLIC_ORIGIN) : isLoopbackOnly(settings)) return false;
    throw new InvalidEnvironment([
      "PUBLIC_ORIGIN: needed with GOOGLE_CLIENT_ID when others can reach the server, and beginning with https://" +
        ` (HOST=${HOST}, PUBLIC_ORIGIN=${PUBLIC_ORIGIN ?? ""})`,
    ]);
  }
  // A public origin means that a proxy forwards strangers to this loopback address.
  const origin = PUBLIC_ORIGIN ?? "http://localhost";
  if (isLoopbackOnly(settings) && isLoopbackName(new URL(origin).hostname)) return true;
  throw new InvalidEnvironment([
    "GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: needed when others can reach the server, because local sign-in asks for no password" +
      ` (HOST=${HOST}, PUBLIC_ORIGIN=${PUBLIC_ORIGIN ?? ""}); for a trial on this machine leave HOST at 127.0.0.1 and PUBLIC_ORIGIN unset`,
  ]);
}

/** Prevents DNS rebinding: without a public origin only loopback Hosts are right. */
export function expectsLoopbackHost(
  settings: Pick<Environment, "HOST" | "GOOGLE_CLIENT_ID" | "PUBLIC_ORIGIN">,
): boolean {
  return isLocalSignInAllowed(settings) || !settings.PUBLIC_ORIGIN;
}
