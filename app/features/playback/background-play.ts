/** Kept by the device for a year. The server reads it too, to draw the settings without JavaScript. */
export const backgroundPlayCookie = { name: "mugen_background", maxAge: 365 * 24 * 60 * 60 };

const isOn = new RegExp(`(^|; )${backgroundPlayCookie.name}=on(;|$)`);

/** Whether somebody wants sound to go on while the installed app is hidden; who may is the entitlement's to say. */
export const recallBackgroundPlay = (): boolean => isOn.test(document.cookie);

export function rememberBackgroundPlay(isOn: boolean): void {
  const { name, maxAge } = backgroundPlayCookie;
  // biome-ignore lint/suspicious/noDocumentCookie: other ways to write one are not there in every browser
  document.cookie = `${name}=${isOn ? "on" : "off"}; Path=/; Max-Age=${maxAge}; SameSite=Lax`;
}
