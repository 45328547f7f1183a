import type { z } from "zod";
import { accountApproved } from "./templates/account-approved.ts";
import { contact } from "./templates/contact.ts";
import { contactReceived } from "./templates/contact-received.ts";
import { trackReport } from "./templates/track-report.ts";

/** Every kind of letter, by the name under which it waits in `emails`. */
export const templates = {
  contact,
  "contact-received": contactReceived,
  "account-approved": accountApproved,
  "track-report": trackReport,
} as const;

export type TemplateName = keyof typeof templates;
export type ValuesOf<Name extends TemplateName> = z.input<(typeof templates)[Name]["values"]>;

export function isTemplateName(text: string): text is TemplateName {
  return Object.hasOwn(templates, text);
}
