import { storable } from "../storable.ts";
import { SignInFailed } from "./sign-in-failure.ts";
import { tidyName } from "./tidy-name.ts";

/** A person as Google vouches for them, fit to be stored. */
export interface GoogleIdentity {
  /** Google's `sub`: the key of the account; e-mail addresses change and change hands. */
  subject: string;
  email: string;
  /** 1–50 characters. */
  name: string;
  /** On Google's picture server, or null. */
  picture: string | null;
}

const longestName = 50;
const longestEmail = 254;
const longestUrl = 1000;

/**
 * Reads the claims of a checked ID token. Throws `SignInFailed`: `invalid_token` without a subject, `email` without
 * an address or with one that Google says is not confirmed.
 */
export function readGoogleIdentity(claims: Record<string, unknown>): GoogleIdentity {
  const { sub, email, email_verified: isVerified, name, picture } = claims;
  const subject = text(sub);
  if (!subject || subject.length > 255)
    throw new SignInFailed("invalid_token", "the ID token has no subject");
  const address = text(email);
  if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > longestEmail)
    throw new SignInFailed("email", "the ID token has no e-mail address");
  if (isVerified === false || isVerified === "false")
    throw new SignInFailed("email", "the e-mail address is not verified");
  return {
    subject,
    email: address,
    name: fittingName(text(name)) || fittingName(address.slice(0, address.indexOf("@"))),
    picture: googlePicture(text(picture)),
  };
}

function text(claim: unknown): string {
  const value = storable(claim);
  return typeof value === "string" ? value.trim() : "";
}

/** At most 50 characters; none is cut in half. */
function fittingName(name: string): string {
  return tidyName(
    tidyName(name)
      .slice(0, longestName)
      .replace(/[\uD800-\uDBFF]$/, ""),
  );
}

function googlePicture(address: string): string | null {
  const isGoogles = address.startsWith("https://lh3.googleusercontent.com/") && address.length <= longestUrl;
  return isGoogles && URL.canParse(address) ? address : null;
}
