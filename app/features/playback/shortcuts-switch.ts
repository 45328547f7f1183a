import { keep, recall } from "#app/lib/device-memory.ts";

const key = "shortcuts";

/** Whether the player listens to keys on this device: it does until somebody turns that off. */
export const recallShortcuts = (): boolean => recall(key) !== "off";

export function rememberShortcuts(isOn: boolean): void {
  keep(key, isOn ? "on" : "off");
}
