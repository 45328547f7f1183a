import { redirect } from "react-router";
import {
  SignInRedirect,
  signInRedirectMeta,
} from "#app/features/invitations/components/sign-in-redirect.tsx";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/invitation-required";
import { openInvitation, secretUrlHeaders } from "./open-invitation.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => signInRedirectMeta(loaderData?.signInPath);

export const headers = () => secretUrlHeaders;

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const code = context.get(requestContext).url.searchParams.get("code");
  if (!code) throw redirect("/closed-beta");
  const { signInPath } = await openInvitation({ context, code });
  return { signInPath };
});

export default function InvitationRequired({ loaderData }: Route.ComponentProps) {
  return <SignInRedirect {...loaderData} />;
}
