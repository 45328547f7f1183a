import { dayMs } from "#app/lib/time-units.ts";
import { contactPath } from "./contact.ts";

const securityTxtPath = "/.well-known/security.txt";

/** RFC 9116 recommends a year at most. Each request makes the file anew. */
const lifetimeDays = 182;

/** Whom to tell of a security hole (RFC 9116): an email address, if the site has one, and the contact form. */
export function securityTxt(site: { origin: string; email: string | undefined; now: Date }): string {
  const { origin, email, now } = site;
  const expires = new Date(now.getTime() + lifetimeDays * dayMs);
  // Keeps the text the same for a day.
  expires.setUTCHours(0, 0, 0, 0);
  return [
    ...(email ? [`Contact: mailto:${encodeURI(email)}`] : []),
    `Contact: ${origin}${contactPath}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: ja, en",
    `Canonical: ${origin}${securityTxtPath}`,
    "",
  ].join("\n");
}
