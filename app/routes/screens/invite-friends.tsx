import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { InviteScreen } from "#app/features/invitations/components/invite-screen.tsx";
import { revokeTitle } from "#app/features/invitations/components/revoke-question.tsx";
import { invitationParams } from "#app/features/invitations/invitations.schema.ts";
import { loadInvitePage } from "#app/features/invitations/server/load-invite-page.server.ts";
import { revokeInvitation } from "#app/features/invitations/server/revoke-invitation.server.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import type { Route } from "./+types/invite-friends";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: formTitle(loaderData?.asking ? revokeTitle : "友だち招待", matches) },
];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) return { page: null, asking: null };
  const { origin, searchParams } = context.get(requestContext).url;
  const page = await loadInvitePage({ viewer: requireMember(viewer), origin });
  const asked = searchParams.get("revoke");
  const asking = page.links.find(({ code, state }) => code === asked && state === "usable")?.code ?? null;
  return { page, asking };
});

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  const fields = await readFields(request);
  const viewer = requireMember(await getViewer(context));
  const refused = await answerForm({
    context,
    values: fields,
    work: () => revokeInvitation({ viewer, ...checked(invitationParams, fields) }),
  });
  if (refused) return refused;
  // With JavaScript a toast says it.
  if (context.get(requestContext).isDocument) sayOnNextPage(context, "invitation-revoked");
  throw redirect("/invite-friends", 303);
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

export default function InviteFriends({ loaderData, actionData }: Route.ComponentProps) {
  const { page, asking } = loaderData;
  if (!page) return <LoginPrompt returnPath="/invite-friends" heading="友だち招待" />;
  return <InviteScreen {...page} asking={asking} refused={actionData} />;
}
