import { forget, keep, recall } from "#app/lib/device-memory.ts";
import type { PlayerEntitlements } from "./entitlements.ts";

/** Epoch ms until when the device takes its member for a premium one. */
const key = "premium-until";
const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Keeps that the server has said premium, for 7 days without hearing of it again. */
export function rememberPremium({ backgroundPlay }: PlayerEntitlements): void {
  if (backgroundPlay) keep(key, String(Date.now() + lifetimeMs));
  else forget(key);
}

/**
 * What premium opens on a page that the server has not made; null without it. It chooses what is shown and how sound
 * goes on, and opens nothing on the server (spec 1 §4, "Premium status").
 */
export function recallPremium(): PlayerEntitlements | null {
  return Number(recall(key)) > Date.now()
    ? { doubleSpeed: true, backgroundPlay: true, highQuality: true }
    : null;
}
