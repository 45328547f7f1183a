import { and, desc, eq, sql } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";
import { cacheByDataVersion } from "#db/cache-by-data-version.ts";
import { db, primary, write } from "#db/client.ts";
import { emailTexts } from "#db/schema/index.ts";
import type { Editable, Email, Site } from "./email.ts";
import { checkEmailText, type EmailText } from "./email-text.ts";
import { isTemplateName, type TemplateName, templates } from "./templates.ts";

const maxShownVersions = 20;

interface EmailTextVersion {
  version: number;
  /** Null: the program's own. */
  text: EmailText | null;
  operatorName: string;
  createdAt: Date;
}

const cachedTexts = cacheByDataVersion<Map<string, EmailTextVersion>>(1);

/** The latest version of each email that operators have changed. */
export async function currentEmailTexts(): Promise<Map<string, EmailTextVersion>> {
  return cachedTexts("", async () => {
    // A row per save of an operator: few.
    const rows = await db
      .select()
      .from(emailTexts)
      .where(
        sql`(${emailTexts.template}, ${emailTexts.version}) in (select template, max(version) from email_texts group by template)`,
      );
    return new Map(rows.map(({ template, ...version }) => [template, version]));
  });
}

/**
 * An email with the operators' text. One that does not fit the places any more, since an update of the program, is passed over: the
 * program's own is sent. Throws `ZodError` for values that do not match the template.
 */
export async function renderEmail(template: TemplateName, values: unknown, site: Site): Promise<Email> {
  const { editable, render } = templates[template];
  const text = editable && (await currentEmailTexts()).get(template)?.text;
  if (!editable || !text) return render(values, site);
  if (isUsable(text, editable)) return render(values, site, text);
  logger.warn({ template }, "an edited email text no longer fits: the program's own is sent");
  return render(values, site);
}

export const isUsable = (text: EmailText, { places }: Editable): boolean =>
  Object.keys(checkEmailText(text, places)).length === 0;

/** Throws `NotFound` for an email that operators can't change. */
export function findEditable(template: string): { name: TemplateName; editable: Editable } {
  const found = isTemplateName(template) ? templates[template].editable : null;
  if (!found || !isTemplateName(template)) throw new NotFound("このメールは見つかりません");
  return { name: template, editable: found };
}

/** The newest first. */
export function listEmailTextVersions(template: TemplateName): Promise<EmailTextVersion[]> {
  const { version, text, operatorName, createdAt } = emailTexts;
  return primary
    .select({ version, text, operatorName, createdAt })
    .from(emailTexts)
    .where(eq(emailTexts.template, template))
    .orderBy(desc(version))
    .limit(maxShownVersions);
}

/** Throws `NotFound`. */
export async function findEmailTextVersion(
  template: TemplateName,
  version: number,
): Promise<EmailText | null> {
  const [found] = await primary
    .select({ text: emailTexts.text })
    .from(emailTexts)
    .where(and(eq(emailTexts.template, template), eq(emailTexts.version, version)));
  if (!found) throw new NotFound("この版は見つかりません");
  return found.text;
}

/**
 * Saves a text, or null for the program's own, as the version after `base`, and returns its number. Throws `Invalid` for a text
 * that can't be used (`checkEmailText`) and `Conflict` when `base` is not the latest.
 */
export async function saveEmailText(options: {
  actor: Actor;
  template: TemplateName;
  text: EmailText | null;
  /** The version that the operator has seen; 0 for none. */
  base: number;
}): Promise<number> {
  const { actor, template, text, base } = options;
  const { editable } = findEditable(template);
  const errors = text ? checkEmailText(text, editable.places) : {};
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return write(async (tx) => {
    const [latest] = await tx
      .select({ version: emailTexts.version, text: emailTexts.text })
      .from(emailTexts)
      .where(eq(emailTexts.template, template))
      .orderBy(desc(emailTexts.version))
      .limit(1);
    const [saved] =
      (latest?.version ?? 0) === base
        ? await tx
            .insert(emailTexts)
            .values({
              ...{ template, version: base + 1, text },
              operatorName: actor.kind === "admin" ? actor.name : "",
              createdAt: new Date(),
            })
            .onConflictDoNothing()
            .returning({ version: emailTexts.version })
        : [];
    if (!saved)
      throw new Conflict("ほかの運営者が先に変更しました。入力した内容を控えてから、開き直してください");
    await recordAudit(tx, {
      actor,
      action: text ? "email-text.save" : "email-text.restore",
      target: { type: "email-text", id: template },
      before: { version: base, ...(latest?.text ?? editable.text) },
      after: { version: saved.version, ...(text ?? editable.text) },
    });
    return saved.version;
  });
}
