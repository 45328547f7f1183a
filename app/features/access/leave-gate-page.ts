import type { Viewer } from "../accounts/viewer.ts";
import { gatePathOf } from "./gate-path.ts";

/**
 * Where somebody goes who opens a gate page that is not theirs; null for those who may stay. Members go home.
 * `/pending-approval` and `/access-denied` speak of an account, so one in the other state goes to its own.
 */
export function leaveGatePage(options: {
  viewer: Pick<Viewer, "state"> | null;
  path: string;
}): string | null {
  const { viewer, path } = options;
  if (!viewer) return null;
  const own = gatePathOf(viewer);
  if (own === null) return "/";
  const speaksOfAccount = path === "/pending-approval" || path === "/access-denied";
  return speaksOfAccount && path !== own ? own : null;
}
