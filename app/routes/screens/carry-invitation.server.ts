import { type RouterContextProvider, redirect } from "react-router";
import { gatePathOf } from "#app/features/access/gate-path.ts";
import { isInvitationUsable } from "#app/features/invitations/server/redeem-invitation.server.ts";
import { storable } from "#app/features/storable.ts";
import { invitationCookie } from "#app/http/invitation-cookie.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";

const longestCode = 100;

/**
 * An invitation is opened: keeps its code for the sign-in that follows. Throws the way elsewhere for somebody who has
 * an account and for a code that can't be used.
 */
export async function carryInvitation(options: { context: Readonly<RouterContextProvider>; code: string }) {
  const { context, code } = options;
  const { url, setCookie } = context.get(requestContext);
  const viewer = await getViewer(context);
  if (viewer) throw redirect(gatePathOf(viewer) ?? "/");
  const isCode = code.length <= longestCode && storable(code) === code;
  if (!isCode || !(await isInvitationUsable(code))) throw redirect("/invalid-invitation");
  setCookie(invitationCookie(code, url));
  return { signInPath: `/api/auth/google?${new URLSearchParams({ invitation: code })}` };
}

/** The code is in these pages' address: it goes to no other site, and not into the logs of whatever stands between. */
export const secretAddress = { "Referrer-Policy": "strict-origin", "Cache-Control": "private, no-store" };
