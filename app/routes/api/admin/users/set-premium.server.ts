import type { z } from "zod";
import { memberReply, type premiumBody } from "#app/features/admin/members/members.schema.ts";
import { findMemberRow } from "#app/features/admin/members/server/find-member.server.ts";
import { setPremium } from "#app/features/admin/members/server/set-premium.server.ts";
import { type AdminSession, actorOf } from "#app/features/admin/session/admin-session.ts";

/** What both calls that set premium do. */
export async function setPremiumOf(options: {
  userId: string;
  body: z.output<typeof premiumBody>;
  admin: AdminSession;
}): Promise<z.infer<typeof memberReply>> {
  const { userId, body, admin } = options;
  await setPremium({ userId, ...body, actor: actorOf(admin) });
  return memberReply.parse(await findMemberRow({ userId }));
}
