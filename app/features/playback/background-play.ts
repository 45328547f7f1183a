/** Valid for a year (`maxAge` in seconds). The server reads it too, to render the settings without JavaScript. */
export const backgroundPlayCookie = { name: "mugen_background", maxAge: 365 * 24 * 60 * 60 };

const onPattern = new RegExp(`(^|; )${backgroundPlayCookie.name}=on(;|$)`);

/** Whether background play is turned on on this device. The entitlement is checked separately. */
export const isBackgroundPlayOn = (): boolean => onPattern.test(document.cookie);

/** Saves the setting on this device. */
export function setBackgroundPlay(isOn: boolean): void {
  const { name, maxAge } = backgroundPlayCookie;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser
  document.cookie = `${name}=${isOn ? "on" : "off"}; Path=/; Max-Age=${maxAge}; SameSite=Lax`;
}
