/** `maxAge` in seconds. The server reads it too, to render the settings without JavaScript. */
export const backgroundPlayCookie = { name: "mugen_background", maxAge: 365 * 24 * 60 * 60 };

/** Over TLS with the prefix that keeps other hosts of the domain from setting it (`app/http/cookies/cookie.ts`). */
const isTls = globalThis.location?.protocol === "https:";
const name = (isTls ? "__Host-" : "") + backgroundPlayCookie.name;
const onPattern = new RegExp(`(^|; )${name}=on(;|$)`);

/** The setting of this device. The entitlement is checked separately. */
export const isBackgroundPlayOn = (): boolean => onPattern.test(document.cookie);

/** Saves the setting on this device. */
export function setBackgroundPlay(isOn: boolean): void {
  const value = `${isOn ? "on" : "off"}; Path=/; Max-Age=${backgroundPlayCookie.maxAge}; SameSite=Lax`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser
  document.cookie = `${name}=${value}${isTls ? "; Secure" : ""}`;
}
