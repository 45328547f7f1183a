import type { z } from "zod";
import { memberReply, type premiumBody } from "#app/features/admin/members/members.schema.ts";
import { findMemberRow } from "#app/features/admin/members/server/find-member.server.ts";
import { setPremium } from "#app/features/admin/members/server/set-premium.server.ts";
import {
  type AdminSession,
  actorOf,
  adminMessages,
  isPasswordFresh,
} from "#app/features/admin/session/admin-session.ts";
import { ReauthenticationRequired } from "#app/features/domain-error.ts";

/** What both calls that set premium do. To end it the password must have been typed lately. */
export async function setPremiumOf(options: {
  userId: string;
  body: z.output<typeof premiumBody>;
  admin: AdminSession;
}): Promise<z.infer<typeof memberReply>> {
  const { userId, body, admin } = options;
  if (!body.isPremium && !isPasswordFresh(admin)) throw new ReauthenticationRequired(adminMessages.stale);
  await setPremium({ userId, ...body, actor: actorOf(admin) });
  return memberReply.parse(await findMemberRow({ userId }));
}
