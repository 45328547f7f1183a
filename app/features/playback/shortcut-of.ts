/** What a key does to the player. */
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

interface Press {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const byKey = new Map<string, Shortcut>([
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
const withShift = new Map<string, Shortcut>([
  ["arrowleft", "back"],
  ["arrowright", "forward"],
]);

/** The shortcut of a key press; null for keys that are the browser's or nobody's. */
export function shortcutOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Press): Shortcut | null {
  if (ctrlKey || metaKey || altKey) return null;
  const name = key.toLowerCase();
  return (shiftKey ? withShift.get(name) : undefined) ?? byKey.get(name) ?? null;
}
