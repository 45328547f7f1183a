import { useEffect, useState } from "react";
import { redirect, useLocation } from "react-router";
import { checked } from "#app/features/checked.ts";
import { contactSchema } from "#app/features/contact/contact.schema.ts";
import { contactPath, isContactSubject } from "#app/features/contact/contact.ts";
import { ContactForm } from "#app/features/contact/contact-form.tsx";
import { ContactSent } from "#app/features/contact/contact-sent.tsx";
import { sendContactMessage } from "#app/features/contact/send-contact-message.server.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { screenMeta } from "#app/features/shell/page-meta.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/contact";

const heading = "お問い合わせ";

export const meta: Route.MetaFunction = ({ matches }) =>
  screenMeta(matches[0].loaderData, {
    path: contactPath,
    title: formTitle(heading, matches),
    description: "Mugenへのご質問・ご意見・お困りごとは、こちらからお送りください。",
  });

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
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

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  const viewer = await getViewer(context);
  const values = await readFields(request);
  return answerForm({
    context,
    values,
    async work() {
      countAgainst(rateLimits.contact, { viewer, address: context.get(requestContext).address });
      await sendContactMessage({ viewer, message: checked(contactSchema, values) });
      // A reload of what comes now sends nothing.
      throw redirect(`${contactPath}?sent`, 303);
    },
  });
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

export default function Contact({ loaderData, actionData: refused }: Route.ComponentProps) {
  const { isSignedIn, isSent, known } = loaderData;
  const { key } = useLocation();
  const [isSentHere, setIsSentHere] = useState(false);
  // Pressing the menu's link again brings the form again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new visit
  useEffect(() => setIsSentHere(false), [key]);
  if (isSent || isSentHere) return <ContactSent isConfirmed={isSignedIn} />;
  return (
    <Page
      title={heading}
      lead="ご質問、ご意見、お困りごとをお聞かせください。"
      back={{ to: "/", label: "ホーム" }}
    >
      <ContactForm known={known} refused={refused} onSent={() => setIsSentHere(true)} />
    </Page>
  );
}
