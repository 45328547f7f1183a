/** The site as authenticators know it (WebAuthn's relying party): a passkey is of one host name. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** WebAuthn takes no IP address and, but for localhost, no page without TLS. For `URL` and `location`. */
export const isPasskeyHost = ({ protocol, hostname }: Pick<URL, "protocol" | "hostname">): boolean =>
  hostname === "localhost" || (protocol === "https:" && !/^\[|^[\d.]+$/.test(hostname));

/** By the public address of the request. Null where browsers make no passkeys. */
export const relyingPartyOf = (url: URL): RelyingParty | null =>
  isPasskeyHost(url) ? { id: url.hostname, origin: url.origin } : null;
