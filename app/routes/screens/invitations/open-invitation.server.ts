import { type RouterContextProvider, redirect } from "react-router";
import { gatePathOf } from "#app/features/access/access.ts";
import { findOpenInvitation } from "#app/features/invitations/server/redeem-invitation.server.ts";
import { sanitizeStrings } from "#app/features/validate.ts";
import { invitationCookie } from "#app/http/cookies/invitation-cookie.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";

const maxCodeLength = 100;

/** Stores the code for the sign-in. Uses nothing up. Throws a redirect for signed-in people and for an unusable code. */
export async function openInvitation(options: { context: Readonly<RouterContextProvider>; code: string }) {
  const { context, code } = options;
  const { url, setCookie } = context.get(requestContext);
  const viewer = await getViewer(context);
  if (viewer) throw redirect(gatePathOf(viewer) ?? "/");
  const isCode = code.length <= maxCodeLength && sanitizeStrings(code) === code;
  const invitation = isCode ? await findOpenInvitation(code) : null;
  if (!invitation) throw redirect("/invalid-invitation");
  setCookie(invitationCookie(code, url));
  const signInPath = `/api/auth/google?${new URLSearchParams({ invitation: code, redirect: "/welcome" })}`;
  return { invitation, signInPath };
}

/** Protects the code in the URL of these pages: it must not reach other sites or caches. */
export const secretUrlHeaders = { "Referrer-Policy": "strict-origin", "Cache-Control": "private, no-store" };
