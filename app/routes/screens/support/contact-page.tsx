import { redirect } from "react-router";
import { contactSchema } from "#app/features/contact/contact.schema.ts";
import { contactPath, isContactSubject } from "#app/features/contact/contact.ts";
import { ContactForm, ContactSent } from "#app/features/contact/contact-form.tsx";
import { sendContactMessage } from "#app/features/contact/send-contact-message.server.ts";
import { formTitle, screenMeta } from "#app/features/site/page-meta.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/contact-page";

const heading = "お問い合わせ";

export const meta: Route.MetaFunction = ({ matches }) =>
  screenMeta(matches[0].loaderData, {
    path: contactPath,
    title: formTitle(heading, matches),
    description: "Mugenへのご質問・ご意見・お困りごとは、こちらからお送りください。",
  });

export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  const { searchParams } = context.get(requestContext).url;
  const subject = searchParams.get("subject");
  return {
    isSignedIn: viewer !== null,
    isSent: searchParams.has("sent"),
    known: {
      name: viewer?.name ?? "",
      email: viewer?.email ?? "",
      subject: isContactSubject(subject) ? subject : "",
    },
  };
});

export const action = formAction({
  schema: contactSchema,
  who: "anyone",
  limit: rateLimits.contact,
  async run({ viewer, value }) {
    await sendContactMessage({ viewer, message: value });
    // Prevents doubles: a reload does not send the message again.
    return redirect(`${contactPath}?sent`, 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { isSignedIn, isSent, known } = loaderData;
  if (isSent) return <ContactSent isConfirmed={isSignedIn} />;
  return (
    <Page
      title={heading}
      lead="ご質問、ご意見、お困りごとをお聞かせください。"
      back={{ to: "/", label: "ホーム" }}
    >
      <ContactForm known={known} formResult={actionData} />
    </Page>
  );
}
