import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import path from "node:path";
import type { SendMailOptions } from "nodemailer";
import type { Environment } from "#app/config/environment.ts";
import { isLoopbackName } from "#app/config/url-safety.ts";
import { writeDurably } from "#app/features/storage/server/write-durably.server.ts";

/** `MAIL_FROM`, or `no-reply@` the host of the site. */
export function senderAddress(settings: Pick<Environment, "MAIL_FROM" | "PUBLIC_ORIGIN">): string {
  if (settings.MAIL_FROM) return settings.MAIL_FROM;
  const host = settings.PUBLIC_ORIGIN ? new URL(settings.PUBLIC_ORIGIN).hostname : "localhost";
  return `no-reply@${isIP(host.replace(/^\[|\]$/g, "")) ? "localhost" : host}`;
}

/** Protects the password: it is only sent over TLS, so `smtp:` must offer STARTTLS, except on a loopback address. */
export function smtpOptions(address: string) {
  const url = new URL(address);
  const secure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && user !== "" && !isLoopbackName(host),
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
  };
}

/** `message` may quote the mail server, with addresses, and must not be logged. */
export class DeliveryError extends Error {
  readonly isFinal: boolean;
  /** SMTP and system codes, safe to log. */
  readonly codes: Record<string, string | number>;
  constructor(message: string, options: { isFinal: boolean; codes?: Record<string, string | number> }) {
    super(message);
    this.name = "DeliveryError";
    this.isFinal = options.isFinal;
    this.codes = options.codes ?? {};
  }
}

/** SMTP codes with which a server refuses our authentication or encryption, not the message. */
const authenticationCodes = [530, 534, 535, 538];

/** Throws `DeliveryError`, or the signal's reason when aborted. */
export async function sendViaSmtp(
  message: SendMailOptions,
  options: { url: string; caFile: string | undefined; signal: AbortSignal },
): Promise<void> {
  const transport = await smtpTransport(options);
  try {
    await transport.sendMail({ ...message, signal: options.signal });
  } catch (error) {
    options.signal.throwIfAborted();
    throw toDeliveryError(error);
  } finally {
    transport.close();
  }
}

/** Signs in and sends nothing. Rejects with the server's answer. */
export async function verifySmtp(options: { url: string; caFile: string | undefined }): Promise<void> {
  const transport = await smtpTransport(options);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function smtpTransport({ url, caFile }: { url: string; caFile: string | undefined }) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    ...smtpOptions(url),
    ...(caFile ? { tls: { ca: await readFile(caFile) } } : {}),
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    dnsTimeout: 20_000,
    socketTimeout: 60_000,
  });
}

function toDeliveryError(error: unknown): DeliveryError {
  const { code, command, responseCode, permanent } = detailsOf(error);
  const isAboutMessage =
    ["MAIL FROM", "RCPT TO", "DATA"].includes(command) && !authenticationCodes.includes(responseCode);
  const isInvalidEnvelope = code === "EENVELOPE" && command === "API";
  return new DeliveryError(error instanceof Error ? error.message : String(error), {
    isFinal: isInvalidEnvelope || (permanent && isAboutMessage),
    codes: { code, command, responseCode },
  });
}

function detailsOf(error: unknown) {
  const source = typeof error === "object" && error !== null ? error : {};
  const text = (name: string) => {
    const value: unknown = Reflect.get(source, name);
    return typeof value === "string" ? value : "";
  };
  return {
    code: text("code"),
    command: text("command"),
    responseCode: Number(Reflect.get(source, "responseCode") ?? 0),
    permanent: Reflect.get(source, "permanent") === true,
  };
}

/** Writes durably to `ID.eml`. The same `id` replaces the file. */
export async function writeToFolder(
  message: SendMailOptions,
  options: { folder: string; id: string },
): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message: bytes } = await transport.sendMail(message);
  if (!Buffer.isBuffer(bytes)) throw new Error("the message is no buffer");
  const name = `${options.id.replace(/[^A-Za-z0-9-]/g, "_")}.eml`;
  await writeDurably({ root: options.folder, path: path.join(options.folder, name), bytes });
}
