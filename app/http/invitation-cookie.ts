import { cookieHeader, readCookie } from "./cookies.ts";

const name = "mugen_invitation";
const hourS = 60 * 60;

/** The invitation code that this browser carries to its sign-in, or null. */
export function readInvitationCode(request: Request): string | null {
  return readCookie(request, name);
}

/** Keeps the code for an hour; an empty one forgets it. */
export function invitationCookie(code: string): string {
  return cookieHeader({ name, value: code, maxAge: code ? hourS : 0, secure: false });
}
