import { sanitizeStrings } from "#app/features/validate.ts";
import { normalizeName } from "../../normalize-name.ts";
import { SignInError } from "../sign-in-failure.ts";

const maxNameLength = 50;
const maxEmailLength = 254;
const maxUrlLength = 1000;

export type GoogleIdentity = ReturnType<typeof readGoogleIdentity>;

/** Throws `SignInError`: `invalid_token` without a subject, `email` without an address that Google confirms. */
export function readGoogleIdentity(claims: Record<string, unknown>) {
  const { sub, email, email_verified: isVerified, name, picture } = claims;
  const subject = text(sub);
  if (!subject || subject.length > 255) throw new SignInError("invalid_token", "the ID token has no subject");
  const address = text(email);
  if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > maxEmailLength)
    throw new SignInError("email", "the ID token has no e-mail address");
  if (isVerified === false || isVerified === "false")
    throw new SignInError("email", "the e-mail address is not verified");
  return {
    /** The account's key, because an email address can change and pass to another person. */
    subject,
    email: address,
    name: truncateName(text(name)) || truncateName(address.slice(0, address.indexOf("@"))),
    picture: googlePicture(text(picture)),
  };
}

function text(claim: unknown): string {
  const value = sanitizeStrings(claim);
  return typeof value === "string" ? value.trim() : "";
}

/** Never splits a surrogate pair. */
function truncateName(name: string): string {
  return normalizeName(
    normalizeName(name)
      .slice(0, maxNameLength)
      .replace(/[\uD800-\uDBFF]$/, ""),
  );
}

function googlePicture(address: string): string | null {
  const isGoogles =
    address.startsWith("https://lh3.googleusercontent.com/") && address.length <= maxUrlLength;
  return isGoogles && URL.canParse(address) ? address : null;
}
