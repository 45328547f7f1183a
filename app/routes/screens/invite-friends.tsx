import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { submitStep } from "#app/features/creation/submit-step.ts";
import { invitationParams } from "#app/features/invitations/invitations.schema.ts";
import { InviteScreen } from "#app/features/invitations/invite-screen.tsx";
import { loadInvitePage } from "#app/features/invitations/load-invite-page.server.ts";
import { revokeInvitation } from "#app/features/invitations/revoke-invitation.server.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import type { Route } from "./+types/invite-friends";

export const meta: Route.MetaFunction = () => [{ title: documentTitle("友だち招待") }];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) return { page: null, asking: null };
  const { origin, searchParams } = context.get(requestContext).url;
  const page = await loadInvitePage({ viewer: requireMember(viewer), origin });
  return { page, asking: searchParams.get("revoke") };
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
  throw redirect("/invite-friends", 303);
});

/** Named by both parts below, so that the bundler keeps them in one file (see `create-post.tsx`). */
const sending = { submit: submitStep, noAnswer: "通信できませんでした。もう一度お試しください。" };

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) =>
  sending.submit(serverAction, request);

export default function InviteFriends({ loaderData, actionData }: Route.ComponentProps) {
  const { page, asking } = loaderData;
  if (!page) return <LoginPrompt returnPath="/invite-friends" heading="友だち招待" />;
  return <InviteScreen {...page} asking={asking} refused={actionData} noAnswer={sending.noAnswer} />;
}
