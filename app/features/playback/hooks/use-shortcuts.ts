import { useEffect, useEffectEvent } from "react";
import { nextRate, previousRate } from "../next-rate.ts";
import { isSounding } from "../playback.ts";
import { useSheets } from "../sheets.ts";
import { shortcutOf } from "../shortcut-of.ts";
import { recallShortcuts } from "../shortcuts-switch.ts";
import { useChooseRate } from "./use-choose-rate.ts";
import { usePlayer } from "./use-player.tsx";

/** Seconds that a key moves. */
const step = 10;

/** The player's keys on every page. Not while somebody writes, nor where a dialog asks for something else. */
export function useShortcuts(): void {
  const player = usePlayer();
  const openSheet = useSheets();
  const chooseRate = useChooseRate();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event);
    if (!shortcut || event.defaultPrevented || isElsewhere(event)) return;
    if (!recallShortcuts() && shortcut !== "help") return;
    const playback = player.getPlayback();
    const { track, rate } = playback;
    if (!track && shortcut !== "help") return;
    event.preventDefault();
    if (shortcut === "help") return openSheet("shortcuts");
    if (shortcut === "queue") return openSheet("queue");
    if (!track) return;
    if (shortcut === "toggle") return isSounding(playback.status) ? player.pause() : player.play(track);
    if (shortcut === "next" || shortcut === "previous") return player[shortcut]();
    if (shortcut === "faster") return rate === 2 ? undefined : chooseRate(nextRate(rate));
    if (shortcut === "slower") return chooseRate(previousRate(rate));
    if (shortcut === "like") return pressHeart(track.id);
    player.seek(player.getPosition() + (shortcut === "forward" ? step : -step));
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Whether a key press is meant for what has the focus, or for a dialog that is not the player. */
function isElsewhere({ target, key, isComposing }: KeyboardEvent): boolean {
  if (isComposing || !(target instanceof Element)) return true;
  if (target.closest("input:not([type=range]), textarea, select, [contenteditable]")) return true;
  if (key === " " && target.closest("button, a, summary, audio, label, [role]")) return true;
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  return dialog !== undefined && !dialog.hasAttribute("data-player");
}

/** Presses a heart of the track, so that one rule decides what that means. */
function pressHeart(trackId: number): void {
  const hearts = document.querySelectorAll<HTMLButtonElement>(`form[action="/track/${trackId}/like"] button`);
  // Safari knows `checkVisibility` from 17.4 on.
  [...hearts].find((heart) => heart.checkVisibility?.() ?? heart.getClientRects().length > 0)?.click();
}
