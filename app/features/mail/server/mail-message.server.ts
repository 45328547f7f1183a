import type { SendMailOptions } from "nodemailer";
import { z } from "zod";
import type { Environment } from "#app/config/environment.ts";
import { ownOrigin } from "#app/config/own-origin.ts";
import type { emails } from "#db/schema/index.ts";
import { frameLetter } from "../frame-letter.ts";
import { senderOf } from "../mail-settings.ts";
import { NotTaken } from "../not-taken.ts";
import { isTemplateName, templates } from "../templates.ts";

type Email = Pick<typeof emails.$inferSelect, "id" | "to" | "replyTo" | "template" | "values" | "createdAt">;

const oneAddress = z.email().max(254);

/**
 * A waiting letter as a message. Whenever it is made, its Message-ID and date are the same. Throws `NotTaken` for one
 * that nobody could send.
 */
export function mailMessage(email: Email, settings: Environment): SendMailOptions {
  const { id, to, replyTo, template, values, createdAt } = email;
  if (!oneAddress.safeParse(to).success) throw new NotTaken("not an address", { isFinal: true });
  if (!isTemplateName(template)) throw new NotTaken("no such template", { isFinal: true });
  const site = { origin: ownOrigin(settings) };
  const from = senderOf(settings);
  const answersTo = oneAddress.safeParse(replyTo).data;
  return {
    ...frameLetter(templates[template].write(values, site), site),
    from: { name: "Mugen", address: from },
    to: { name: "", address: to },
    ...(answersTo ? { replyTo: { name: "", address: answersTo } } : {}),
    envelope: { from, to: [to] },
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    date: createdAt,
    xMailer: false,
    headers: { "Auto-Submitted": "auto-generated", "Content-Language": "ja" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
