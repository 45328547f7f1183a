import type { z } from "zod";
import type { Viewer } from "../accounts/viewer.ts";
import type { accessReply } from "./access.schema.ts";

export type AccessReason = z.infer<typeof accessReply>["reason"];

const reasons = { approved: "ok", pending: "pending_approval", denied: "access_denied" } as const;

/**
 * Why somebody gets past the access gate or not (decisions, "The server decides"). `hasSession`: the device names a
 * session. When there is nobody behind it, session or account are gone.
 */
export function accessReason(options: {
  viewer: Pick<Viewer, "state"> | null;
  hasSession: boolean;
}): AccessReason {
  const { viewer, hasSession } = options;
  if (viewer) return reasons[viewer.state];
  return hasSession ? "user_not_found" : "not_authenticated";
}
