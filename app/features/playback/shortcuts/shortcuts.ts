import { readLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";

/** The player's keyboard commands. */
export type Shortcut =
  | "toggle"
  | "back"
  | "forward"
  | "next"
  | "previous"
  | "faster"
  | "slower"
  | "like"
  | "queue"
  | "help";

interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const keyShortcuts = new Map<string, Shortcut>([
  [" ", "toggle"],
  ["k", "toggle"],
  ["j", "back"],
  ["l", "forward"],
  ["n", "next"],
  ["p", "previous"],
  [">", "faster"],
  ["<", "slower"],
  ["m", "like"],
  ["q", "queue"],
  ["?", "help"],
]);
const shiftShortcuts = new Map<string, Shortcut>([
  ["arrowleft", "back"],
  ["arrowright", "forward"],
]);

/** The command of a key press; null for keys with Ctrl, Meta or Alt, and for other keys. */
export function shortcutForKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): Shortcut | null {
  if (ctrlKey || metaKey || altKey) return null;
  const name = key.toLowerCase();
  return (shiftKey ? shiftShortcuts.get(name) : undefined) ?? keyShortcuts.get(name) ?? null;
}

const storageKey = "shortcuts";

/** Whether keyboard shortcuts are on on this device; on by default. */
export const areShortcutsOn = (): boolean => readLocalStorage(storageKey) !== "off";

/** Saves the setting on this device. */
export function setShortcutsOn(isOn: boolean): void {
  writeLocalStorage(storageKey, isOn ? "on" : "off");
}
