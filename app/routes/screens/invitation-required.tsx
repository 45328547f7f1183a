import { redirect } from "react-router";
import {
  SignInStarting,
  signInStartingMeta,
} from "#app/features/invitations/components/sign-in-starting.tsx";
import { requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import type { Route } from "./+types/invitation-required";
import { carryInvitation, secretAddress } from "./carry-invitation.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => signInStartingMeta(loaderData?.signInPath);

export const headers = () => secretAddress;

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const code = context.get(requestContext).url.searchParams.get("code");
  if (!code) throw redirect("/closed-beta");
  return carryInvitation({ context, code });
});

export default function InvitationRequired({ loaderData }: Route.ComponentProps) {
  return <SignInStarting {...loaderData} />;
}
