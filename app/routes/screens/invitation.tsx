import {
  SignInStarting,
  signInStartingMeta,
} from "#app/features/invitations/components/sign-in-starting.tsx";
import { screen } from "#app/http/screen.server.ts";
import type { Route } from "./+types/invitation";
import { carryInvitation, secretAddress } from "./carry-invitation.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => signInStartingMeta(loaderData?.signInPath);

export const headers = () => secretAddress;

export const loader = screen(async ({ params, context }: Route.LoaderArgs) =>
  carryInvitation({ context, code: params.code }),
);

export default function Invitation({ loaderData }: Route.ComponentProps) {
  return <SignInStarting {...loaderData} />;
}
