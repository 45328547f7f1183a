import { keep, recall } from "#app/lib/device-memory.ts";

const key = "background-play";

/** Whether somebody wants sound to go on while the installed app is hidden; who may is the entitlement's to say. */
export const recallBackgroundPlay = (): boolean => recall(key) === "on";

export function rememberBackgroundPlay(isOn: boolean): void {
  keep(key, isOn ? "on" : "off");
}
