import type { Email, Site } from "./email.ts";
import { emailLayout } from "./email-layout.ts";

export interface EmailPreview {
  subject: string;
  text: string;
  /** Without the style sheet, which the console's policy refuses; the inline styles are the light theme. */
  html: string;
}

/** An email as readers will see it. */
export function previewEmail(email: Email, site: Site): EmailPreview {
  const { subject, text, html } = emailLayout(email, site);
  return { subject, text, html: html.replace(/<style>[\s\S]*?<\/style>\n?/, "") };
}
