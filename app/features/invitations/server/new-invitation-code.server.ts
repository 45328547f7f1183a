import { randomBytes } from "node:crypto";

/** A code nobody can guess: 72 random bits as 12 characters of base64url. */
export function newInvitationCode(): string {
  return randomBytes(9).toString("base64url");
}
