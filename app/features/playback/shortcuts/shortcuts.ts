import { useEffect, useEffectEvent } from "react";
import { readLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { usePlayer } from "../hooks/use-player.tsx";
import { isPlaybackActive, seekSeconds } from "../playback.ts";
import { useOpenSheet } from "../sheets/sheets.tsx";
import { nextRate, previousRate } from "../speed/playback-rate.ts";
import { useChooseRate } from "../speed/use-choose-rate.ts";

type Shortcut =
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

/** The command of a key press; null with Ctrl, Meta or Alt, and for other keys. */
export function shortcutForKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): Shortcut | null {
  if (ctrlKey || metaKey || altKey) return null;
  const name = key.toLowerCase();
  return (shiftKey ? shiftShortcuts.get(name) : undefined) ?? keyShortcuts.get(name) ?? null;
}

const storageKey = "shortcuts";

/** Whether this device uses shortcuts; on by default. */
export const areShortcutsOn = (): boolean => readLocalStorage(storageKey) !== "off";

/** Saves the setting. */
export function setShortcutsOn(isOn: boolean): void {
  writeLocalStorage(storageKey, isOn ? "on" : "off");
}

/** Handles the player's keys, except in text fields and while a dialog other than the player is open. */
export function useShortcuts(): void {
  const player = usePlayer();
  const openSheet = useOpenSheet();
  const chooseRate = useChooseRate();
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutForKey(event);
    if (!shortcut || event.defaultPrevented || isForOtherElement(event)) return;
    if (!areShortcutsOn() && shortcut !== "help") return;
    const playback = player.getPlayback();
    const { track, rate } = playback;
    if (!track && shortcut !== "help") return;
    event.preventDefault();
    // A key that is held would run through the queue.
    if (event.repeat && shortcut !== "back" && shortcut !== "forward") return;
    if (shortcut === "help") return openSheet("shortcuts");
    if (shortcut === "queue") return openSheet("queue");
    if (!track) return;
    if (shortcut === "toggle") return isPlaybackActive(playback.status) ? player.pause() : player.play(track);
    if (shortcut === "next" || shortcut === "previous") return player[shortcut]();
    if (shortcut === "faster") return rate === 2 ? undefined : chooseRate(nextRate(rate));
    if (shortcut === "slower") return chooseRate(previousRate(rate));
    if (shortcut === "like") return clickLikeButton(track.id);
    player.seek(player.getPosition() + (shortcut === "forward" ? seekSeconds : -seekSeconds));
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Whether the key belongs to the focused element, or to a dialog that is not the player. */
function isForOtherElement({ target, key, isComposing }: KeyboardEvent): boolean {
  if (isComposing || !(target instanceof Element)) return true;
  if (target.closest("input:not([type=range]), textarea, select, [contenteditable]")) return true;
  if (key === " " && target.closest("button, a, summary, audio, label, [role]")) return true;
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  return dialog !== undefined && !dialog.hasAttribute("data-player");
}

/** Clicks the track's visible like button: the key then does the same as the button. */
function clickLikeButton(trackId: number): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>(
    `form[action="/track/${trackId}/like"] button`,
  );
  // Safari before 17.4 has no `checkVisibility`.
  [...buttons].find((button) => button.checkVisibility?.() ?? button.getClientRects().length > 0)?.click();
}
