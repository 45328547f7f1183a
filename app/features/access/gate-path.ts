import type { Viewer } from "../accounts/viewer.ts";

export type GatePath = "/closed-beta" | "/pending-approval" | "/access-denied";

/** The gate page of an account that waits or was denied; null for an approved one. */
export function gatePathOf(viewer: Pick<Viewer, "state">): GatePath | null {
  if (viewer.state === "approved") return null;
  return viewer.state === "pending" ? "/pending-approval" : "/access-denied";
}
