import { and, asc, count, gt, max } from "drizzle-orm";
import { formatDateTime } from "#app/lib/format-date.ts";
import { primary } from "#db/client.ts";
import { adminSessions, operators } from "#db/schema/index.ts";
import { adminCredentials } from "../session/admin-credentials.server.ts";
import { type AdminSession, firstOperatorId, maxIdleMs } from "../session/admin-session.ts";
import { listSecondFactors } from "../session/second-factor.server.ts";
import { maxOperators, type OperatorState, type OperatorView } from "./operators.ts";

/** The first administrator comes first, then the others in the order of their invitations. */
export async function listOperators({ admin }: { admin: AdminSession }): Promise<OperatorView[]> {
  const now = new Date();
  const [{ username }, withFactor, rows, sessions] = await Promise.all([
    adminCredentials(),
    listSecondFactors(),
    primary.select().from(operators).orderBy(asc(operators.createdAt)).limit(maxOperators),
    primary
      .select({
        operatorId: adminSessions.operatorId,
        open: count(),
        lastActiveAt: max(adminSessions.lastActiveAt),
      })
      .from(adminSessions)
      .where(
        and(
          gt(adminSessions.expiresAt, now),
          gt(adminSessions.lastActiveAt, new Date(now.getTime() - maxIdleMs)),
        ),
      )
      .groupBy(adminSessions.operatorId),
  ]);
  const activityOf = (operatorId: string) => {
    const found = sessions.find((one) => (one.operatorId ?? firstOperatorId) === operatorId);
    return {
      sessions: found?.open ?? 0,
      lastActive: found?.lastActiveAt ? formatDateTime(found.lastActiveAt) : null,
      isSelf: operatorId === admin.operatorId,
      hasSecondFactor: withFactor.has(operatorId),
    };
  };
  const first: OperatorView = {
    id: firstOperatorId,
    name: username,
    role: "administrator",
    state: "active",
    linkExpires: null,
    ...activityOf(firstOperatorId),
  };
  return [
    first,
    ...rows.map((row): OperatorView => {
      const { id, name, role, linkExpiresAt } = row;
      const isLinkOpen = linkExpiresAt !== null && linkExpiresAt > now;
      return {
        id,
        name,
        role,
        state: stateOf(row, isLinkOpen),
        linkExpires: isLinkOpen ? formatDateTime(linkExpiresAt) : null,
        ...activityOf(id),
      };
    }),
  ];
}

function stateOf(
  { disabledAt, passwordHash }: typeof operators.$inferSelect,
  isLinkOpen: boolean,
): OperatorState {
  if (disabledAt) return "disabled";
  if (passwordHash !== null) return "active";
  return isLinkOpen ? "invited" : "expired";
}
