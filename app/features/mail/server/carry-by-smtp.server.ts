import { readFile } from "node:fs/promises";
import { createTransport, type SendMailOptions } from "nodemailer";
import { mailServerOf } from "../mail-settings.ts";
import { NotTaken } from "../not-taken.ts";

/** Answers that are about us, not about the letter: who we are, or that we should have encrypted. */
const aboutUs = [530, 534, 535, 538];

/** Gives a message to the mail server. Throws `NotTaken`, and the reason of `signal` when that stops it. */
export async function carryBySmtp(
  message: SendMailOptions,
  options: { url: string; caFile: string | undefined; signal: AbortSignal },
): Promise<void> {
  const { url, caFile, signal } = options;
  const transport = createTransport({
    ...mailServerOf(url),
    ...(caFile ? { tls: { ca: await readFile(caFile) } } : {}),
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    dnsTimeout: 20_000,
    socketTimeout: 60_000,
  });
  try {
    await transport.sendMail({ ...message, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw notTaken(error);
  } finally {
    transport.close();
  }
}

function notTaken(error: unknown): NotTaken {
  const { code, command, responseCode, permanent } = detailsOf(error);
  const isAboutLetter = ["MAIL FROM", "RCPT TO", "DATA"].includes(command) && !aboutUs.includes(responseCode);
  const isNoEnvelope = code === "EENVELOPE" && command === "API";
  return new NotTaken(error instanceof Error ? error.message : String(error), {
    isFinal: isNoEnvelope || (permanent && isAboutLetter),
    codes: { code, command, responseCode },
  });
}

/** What nodemailer says of an error, beside its words. */
function detailsOf(error: unknown) {
  const given = typeof error === "object" && error !== null ? error : {};
  const text = (name: string) => {
    const value: unknown = Reflect.get(given, name);
    return typeof value === "string" ? value : "";
  };
  return {
    code: text("code"),
    command: text("command"),
    responseCode: Number(Reflect.get(given, "responseCode") ?? 0),
    permanent: Reflect.get(given, "permanent") === true,
  };
}
