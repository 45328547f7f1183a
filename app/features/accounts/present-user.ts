import type { z } from "zod";
import type { userReply } from "./accounts.schema.ts";
import type { Viewer } from "./viewer.ts";

/** The signed-in user as `GET /api/auth/user` shows them (spec 2 §3), with the state of the account. */
export function presentUser(viewer: Viewer): z.infer<typeof userReply> {
  const { id, name, email, customUserId, picture, xHandle, isPremium, state } = viewer;
  return { id, name, email, customUserId, picture, xHandle, isPremium, state };
}
