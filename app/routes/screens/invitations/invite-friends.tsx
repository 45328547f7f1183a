import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { InviteScreen, revokeTitle } from "#app/features/invitations/components/invite-screen.tsx";
import { invitationForm } from "#app/features/invitations/invitations.schema.ts";
import {
  revokeInvitation,
  setInvitationMessage,
} from "#app/features/invitations/server/invitation-verbs.server.ts";
import { loadInvitePage } from "#app/features/invitations/server/load-invite-page.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { acceptForm, formAction } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/invite-friends";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: formTitle(loaderData?.asking ? revokeTitle : "友だち招待", matches) },
];

export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { page: null, asking: null };
  const { origin, searchParams } = context.get(requestContext).url;
  const page = await loadInvitePage({ viewer: requireMember(viewer), origin });
  const asked = searchParams.get("revoke");
  const asking = page.links.find(({ code, state }) => code === asked && state === "usable")?.code ?? null;
  return { page, asking };
});

export const action = formAction({
  schema: invitationForm,
  who: "member",
  async run({ context, viewer, value: { intent, code, message } }) {
    if (intent === "message") {
      await setInvitationMessage({ viewer, code, message: message || null });
      return acceptForm(context, { flash: "invitation-message-saved", path: "/invite-friends" });
    }
    await revokeInvitation({ viewer, code });
    // With JavaScript a toast shows it.
    if (context.get(requestContext).isDocument) setFlash(context, "invitation-revoked");
    return redirect("/invite-friends", 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function InviteFriends({ loaderData, actionData }: Route.ComponentProps) {
  const { page, asking } = loaderData;
  if (!page)
    return (
      <LoginPrompt
        returnPath="/invite-friends"
        heading="友だち招待"
        lead="Mugenは招待制です。会員は友だちに招待リンクを渡せます。"
      />
    );
  return <InviteScreen {...page} asking={asking} formResult={actionData ?? undefined} />;
}
