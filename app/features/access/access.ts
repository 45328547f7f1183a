import type { z } from "zod";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import type { accessReply } from "./access.schema.ts";
import type { AccessLevel } from "./access-level.ts";

type GatePath = "/closed-beta" | "/pending-approval" | "/access-denied";

/** Denied and suspended accounts get the same page; null for an approved one. */
export function gatePathOf(viewer: Pick<Viewer, "state">): GatePath | null {
  if (viewer.state === "approved") return null;
  return viewer.state === "pending" ? "/pending-approval" : "/access-denied";
}

/** The access rule of every page. Visitors get the screens of `own` and `subscription`, which show the login prompt. */
export function decideAccess(options: {
  viewer: Pick<Viewer, "state"> | null;
  level: AccessLevel;
}): "allowed" | GatePath {
  const { viewer, level } = options;
  if (level === "public" || level === "account" || level === "admin" || level === "call") return "allowed";
  if (level === "subscription" && viewer?.state === "suspended") return "allowed";
  if (viewer) return gatePathOf(viewer) ?? "allowed";
  return level === "own" || level === "subscription" ? "allowed" : "/closed-beta";
}

type AccessReason = z.infer<typeof accessReply>["reason"];

/** The API knows no `suspended`: the account's own state tells the two apart. */
const reasons = {
  approved: "ok",
  pending: "pending_approval",
  denied: "access_denied",
  suspended: "access_denied",
} as const;

/** `hasSession`: the request carries a session. Without a viewer, that session has ended or its account is gone. */
export function accessReason(options: {
  viewer: Pick<Viewer, "state"> | null;
  hasSession: boolean;
}): AccessReason {
  const { viewer, hasSession } = options;
  if (viewer) return reasons[viewer.state];
  return hasSession ? "user_not_found" : "not_authenticated";
}

/** Null when the gate page `path` is right. Members go home; if they waited for approval, they are welcomed. */
export function gatePageRedirect(options: {
  viewer: Pick<Viewer, "state"> | null;
  path: string;
}): string | null {
  const { viewer, path } = options;
  if (!viewer) return null;
  const own = gatePathOf(viewer);
  if (own === null) return path === "/pending-approval" ? "/welcome" : "/";
  const isAboutAccount = path === "/pending-approval" || path === "/access-denied";
  return isAboutAccount && path !== own ? own : null;
}
