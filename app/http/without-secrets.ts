/** A path as the log may have it. Invitation codes are keys: they stay out. */
export function withoutSecrets(pathname: string): string {
  return pathname
    .replace(/^\/+i\/.+/i, "/i/:code")
    .replace(/^(\/+api\/+invitations)\/+(?!(my|stats)$).+/i, "$1/:code");
}
