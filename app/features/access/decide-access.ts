import type { Viewer } from "../accounts/viewer.ts";
import type { AccessLevel } from "./access-level.ts";
import { type GatePath, gatePathOf } from "./gate-path.ts";

/** The access rule of every page: allowed, or the gate page to show instead (decisions, "Who reaches what"). */
export function decideAccess(options: {
  viewer: Pick<Viewer, "state"> | null;
  level: AccessLevel;
}): "allowed" | GatePath {
  const { viewer, level } = options;
  if (level === "public" || level === "account" || level === "call") return "allowed";
  if (viewer) return gatePathOf(viewer) ?? "allowed";
  return level === "own" ? "allowed" : "/closed-beta";
}
