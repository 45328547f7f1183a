import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { emailTextsForm } from "#app/features/admin/emails/email-texts.schema.ts";
import { emailTextsPath } from "#app/features/admin/emails/email-texts.ts";
import { EmailTextList, EmailTextScreen } from "#app/features/admin/emails/email-texts-screen.tsx";
import {
  listEmailTexts,
  listFixedEmails,
  loadEditedEmail,
  previewEmailText,
} from "#app/features/admin/emails/load-email-texts.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { findEditable, findEmailTextVersion, saveEmailText } from "#app/features/mail/email-texts.server.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/emails-page";

export const meta: Route.MetaFunction = () => adminMeta("メールの文面");

export const loader = adminPageLoader(async ({ context }: Route.LoaderArgs) => {
  const asked = context.get(requestContext).url.searchParams.get("edit");
  return asked === null
    ? { entries: await listEmailTexts(), fixed: listFixedEmails(), email: null }
    : { entries: [], fixed: [], email: await loadEditedEmail(asked) };
});

export const action = formAction({
  who: "admin",
  schema: emailTextsForm,
  size: { bytes: longTextBytes },
  async run({ context, value, viewer: admin }) {
    const { name: template } = findEditable(value.template);
    if (value.intent === "preview") {
      const { subject, heading, body } = value;
      const text = { subject, heading, body };
      return { text, preview: previewEmailText(template, text) };
    }
    const { base } = value;
    const text =
      value.intent === "save"
        ? { subject: value.subject, heading: value.heading, body: value.body }
        : value.version === 0
          ? null
          : await findEmailTextVersion(template, value.version);
    await saveEmailText({ actor: actorOf(admin), template, text, base });
    const flash = text ? "email-text-saved" : "email-text-restored";
    return redirectWithFlash(context, `${emailTextsPath}?edit=${template}`, flash);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Emails({ loaderData, actionData }: Route.ComponentProps) {
  const { entries, fixed, email } = loaderData;
  if (!email) return <EmailTextList entries={entries} fixed={fixed} />;
  const previewed = actionData && "preview" in actionData ? actionData : undefined;
  return <EmailTextScreen key={email.template} email={email} previewed={previewed} />;
}
