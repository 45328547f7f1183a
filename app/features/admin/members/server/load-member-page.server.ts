import { and, desc, eq } from "drizzle-orm";
import { accountStateLabels } from "#app/features/accounts/account.ts";
import { findSuspension } from "#app/features/accounts/server/suspend-account.server.ts";
import { logAccess } from "#app/features/admin/log-access.server.ts";
import { type Actor, actorLabel } from "#app/features/audit/actor.ts";
import { auditActionLabel } from "#app/features/audit/audit-actions.ts";
import { findPersonVerification } from "#app/features/feeds/feed-verification.server.ts";
import {
  countBranch,
  countRevoked,
  listBranch,
} from "#app/features/invitations/server/revoke-branch.server.ts";
import { listOrders } from "#app/features/premium/subscription/orders/orders.server.ts";
import { reasonLabels } from "#app/features/reports/report.ts";
import { findSignInMoveOf } from "#app/features/sign-in-moves/sign-in-moves.server.ts";
import { formatDate, formatDateTime } from "#app/lib/format-date.ts";
import { db } from "#db/client.ts";
import { auditLog } from "#db/schema/index.ts";
import { readAuthorHistories } from "../../evidence/author-history.server.ts";
import { loadMemberModeration } from "../../moderation/load-member-moderation.server.ts";
import { partsOf } from "../../moderation/moderated.ts";
import { type MemberTab, shortId } from "../admin-members.ts";
import { toMemberView } from "../member-view.ts";
import { describePayments } from "./describe-payments.server.ts";
import { findMember } from "./find-member.server.ts";
import {
  listHeardTracks,
  listMemberSessions,
  listPaymentsOf,
  listReportsAbout,
} from "./list-member-activity.server.ts";
import { listMemberNotes } from "./member-notes.server.ts";

const providers = { google: "Google", local: "名前とメールアドレス", system: "公式アカウント" };

const reversalLabels = { refunded: "返金", disputed: "カード会社への異議" };

const maxDrawn = 200;

/** Texts are formatted. Records looks at the history and the sessions. Throws `NotFound` for an unknown account. */
export async function loadMemberPage(options: {
  userId: string;
  tab: MemberTab;
  adminSessionId: string;
  actor: Actor;
  /** For administrators: payments, and the move to another sign-in. */
  isAdministrator: boolean;
}) {
  const { userId, tab, adminSessionId, actor, isAdministrator } = options;
  const member = await findMember({ userId });
  const suspension = await findSuspension({ userId });
  const look = (kind: "history" | "sessions") => logAccess({ adminSessionId, actor, userId, kind });
  return {
    tab,
    member: toMemberView(member, isAdministrator ? (await describePayments([userId])).get(userId) : null),
    suspension: suspension && { since: formatDateTime(suspension.since), reason: suspension.reason },
    overview: tab === "overview" ? await loadOverview(member, isAdministrator) : null,
    history: tab === "history" ? await look("history").then(() => loadHistory(userId)) : null,
    sessions: tab === "sessions" ? await look("sessions").then(() => loadSessions(userId)) : null,
    branch: tab === "branch" ? await loadBranch(userId) : null,
  };
}

async function loadOverview(member: Awaited<ReturnType<typeof findMember>>, isAdministrator: boolean) {
  const { id: userId, statistics, grantedUntil, stripeCustomerId, invitedBy, hasInvitation } = member;
  const [reports, payments, orders, log, notes] = await Promise.all([
    listReportsAbout({ userId, limit: 10 }),
    isAdministrator ? listPaymentsOf({ userId, limit: 12 }) : [],
    isAdministrator ? listOrders({ userId }) : [],
    listAuditRows(userId),
    listMemberNotes({ userId }),
  ]);
  return {
    provider: providers[member.provider],
    xHandle: member.xHandle,
    move: isAdministrator ? await loadMove(userId) : null,
    verification: await findPersonVerification({ userId }),
    invitedBy,
    hasInvitation,
    grantedUntil: grantedUntil && formatDate(grantedUntil),
    stripeCustomerId: isAdministrator ? stripeCustomerId : null,
    statistics,
    reports: reports.map(({ createdAt, reason, ...report }) => ({
      ...report,
      reason: reasonLabels[reason],
      at: formatDateTime(createdAt),
    })),
    payments: payments.map(({ id, amount, paidAt, periodEnd, reversal }) => ({
      id,
      amount: amount.toLocaleString("ja-JP"),
      paidAt: formatDate(paidAt),
      note: reversal === null ? `${formatDate(periodEnd)}まで` : reversalLabels[reversal],
    })),
    orders,
    log,
    notes: notes.map(({ createdAt, ...note }) => ({ ...note, at: formatDateTime(createdAt) })),
    parts: partsOf(member),
    ...(await loadMemberModeration(userId)),
  };
}

async function loadMove(userId: string) {
  const move = await findSignInMoveOf(userId);
  if (!move) return null;
  const isMoved = move.userId === userId;
  return {
    isMoved,
    other: isMoved ? { id: move.newUserId, name: move.newName } : { id: move.userId, name: move.name },
    began: formatDateTime(move.createdAt),
    completes: formatDateTime(move.completesAt),
  };
}

async function listAuditRows(userId: string) {
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetType, "user"), eq(auditLog.targetId, userId)))
    .orderBy(desc(auditLog.id))
    .limit(10);
  return rows.map(({ id, at, action, actorKind, actorName, after }) => ({
    id,
    at: formatDateTime(at),
    action: auditActionLabel(action),
    actor: actorLabel({ kind: actorKind, name: actorName }),
    reason: typeof after?.reason === "string" ? after.reason : null,
  }));
}

async function loadHistory(userId: string) {
  const heard = await listHeardTracks({ userId });
  return heard.map(({ listenedAt, ...entry }) => ({ ...entry, at: formatDateTime(listenedAt) }));
}

async function loadSessions(userId: string) {
  const sessions = await listMemberSessions({ userId });
  return sessions.map(({ id, device, createdAt, lastActiveAt }) => ({
    id,
    shortId: shortId(id),
    device,
    created: formatDateTime(createdAt),
    lastActive: formatDateTime(lastActiveAt),
  }));
}

async function loadBranch(userId: string) {
  const [generations, members, revoked] = await Promise.all([
    countBranch({ userId }),
    listBranch({ userId, limit: maxDrawn }),
    countRevoked(userId),
  ]);
  const histories = await readAuthorHistories(
    members.map(({ id }) => id),
    new Date(),
  );
  const below = generations.filter(({ depth }) => depth > 0);
  return {
    generations: below,
    accounts: below.reduce((sum, { accounts }) => sum + accounts, 0),
    open: generations.reduce((sum, { open }) => sum + open, 0),
    revoked,
    members: members.map(({ id, name, picture, state, depth, createdAt }) => ({
      id,
      shortId: shortId(id),
      name,
      picture,
      depth,
      state,
      stateLabel: accountStateLabels[state],
      joined: formatDate(createdAt),
      reports: histories.get(id)?.reports ?? 0,
      takedowns: histories.get(id)?.takedowns ?? 0,
    })),
  };
}

export type MemberPageData = Awaited<ReturnType<typeof loadMemberPage>>;
