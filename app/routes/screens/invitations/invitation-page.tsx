import {
  SignInRedirect,
  signInRedirectMeta,
} from "#app/features/invitations/components/sign-in-redirect.tsx";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import type { Route } from "./+types/invitation-page";
import { openInvitation, secretUrlHeaders } from "./open-invitation.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => signInRedirectMeta(loaderData?.signInPath);

export const headers = () => secretUrlHeaders;

export const loader = pageLoader(async ({ params, context }: Route.LoaderArgs) =>
  openInvitation({ context, code: params.code }),
);

export default function Invitation({ loaderData }: Route.ComponentProps) {
  return <SignInRedirect {...loaderData} />;
}
