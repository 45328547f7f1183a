import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { type EmailPreview, previewEmail } from "#app/features/mail/email-layout.ts";
import { checkEmailText, type EmailText, type Place } from "#app/features/mail/email-text.ts";
import {
  currentEmailTexts,
  findEditable,
  isUsable,
  listEmailTextVersions,
} from "#app/features/mail/email-texts.server.ts";
import { isTemplateName, type TemplateName, templates } from "#app/features/mail/templates.ts";
import { formatDateTime } from "#app/lib/format-date.ts";

export type EmailTextEntry = Awaited<ReturnType<typeof listEmailTexts>>[number];
export type EditedEmail = Awaited<ReturnType<typeof loadEditedEmail>>;

/** Every email that operators may change. `version`: 0 while none has changed it. */
export async function listEmailTexts() {
  const texts = await currentEmailTexts();
  return Object.entries(templates).flatMap(([template, { label, editable }]) => {
    if (!editable) return [];
    const { version = 0, text = null } = texts.get(template) ?? {};
    return {
      template,
      label,
      subject: (text ?? editable.text).subject,
      version,
      isOwn: text !== null,
      // An update of the program changed the places: the program's own text is sent.
      isOutdated: text !== null && !isUsable(text, editable),
    };
  });
}

export type FixedEmail = ReturnType<typeof listFixedEmails>[number];

/** Every email whose text is the program's. */
export function listFixedEmails() {
  return Object.entries(templates).flatMap(([template, { label, editable }]) =>
    editable || !isTemplateName(template) ? [] : { template, label, preview: preview(template) },
  );
}

/** Throws `NotFound` for an email that operators can't change. */
export async function loadEditedEmail(asked: string) {
  const { name: template, editable } = findEditable(asked);
  const versions = await listEmailTextVersions(template);
  const [latest] = versions;
  const text = latest?.text ?? editable.text;
  const isOutdated = !isUsable(text, editable);
  return {
    template,
    label: templates[template].label,
    text,
    isOwn: (latest?.text ?? null) !== null,
    isOutdated,
    version: latest?.version ?? 0,
    places: Object.entries(editable.places).map(([name, { about, isRequired }]: [string, Place]) => ({
      name,
      about,
      isRequired,
    })),
    preview: preview(template, isOutdated ? editable.text : text),
    versions: versions.map(({ version, text, operatorName, createdAt }) => ({
      ...{ version, text },
      by: operatorName,
      at: formatDateTime(createdAt),
    })),
  };
}

/** With the example's data. Throws `Invalid` for a text that can't be used. */
export function previewEmailText(asked: string, text: EmailText): EmailPreview {
  const { name, editable } = findEditable(asked);
  const errors = checkEmailText(text, editable.places);
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return preview(name, text);
}

function preview(template: TemplateName, text?: EmailText): EmailPreview {
  const site = { origin: siteOrigin(environment()) };
  const { example, render } = templates[template];
  return previewEmail(render(example, site, text), site);
}
