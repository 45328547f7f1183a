import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { publicSessionId } from "#app/features/accounts/sessions/session.server.ts";
import { actorLabel } from "#app/features/audit/actor.ts";
import {
  type AuditTargetType,
  auditActionLabel,
  auditTargetTypes,
} from "#app/features/audit/audit-actions.ts";
import { describeChange } from "#app/features/audit/describe-change.ts";
import { type AuditFilter, type AuditRow, listAuditLog } from "#app/features/audit/list-audit-log.server.ts";
import { csvStream } from "#app/lib/csv.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { parseTokyoDay } from "#app/lib/tokyo-day.ts";
import { primary } from "#db/client.ts";
import {
  adminSessions,
  contactMessages,
  generationTasks,
  objections,
  playlists,
  trackReports,
  tracks,
  users,
} from "#db/schema/index.ts";
import { inquiriesHref } from "../inquiries/inquiries.ts";
import { adminObjectionPath } from "../objections/objections-admin.ts";
import { actorKinds, type LogFields, type LogRow, logPageSize, logPath, namePrefix } from "./log.ts";

export function parseLogFields(query: URLSearchParams): LogFields {
  const field = (name: string) => (query.get(name) ?? "").trim().slice(0, 100);
  const day = (name: string) => (parseTokyoDay(field(name)) ? field(name) : "");
  return {
    user: field("user"),
    track: /^\d{1,10}$/.test(field("track")) ? field("track") : "",
    target: parseTarget(field("target")) ? field("target") : "",
    action: field("action"),
    who: field("who").startsWith(namePrefix)
      ? field("who")
      : (actorKinds.find((kind) => kind === field("who")) ?? ""),
    from: day("from"),
    to: day("to"),
    automated: query.get("automated") === "1" ? "1" : "",
  };
}

export async function loadLog(
  fields: LogFields,
  cursor: string | undefined,
): Promise<{ rows: LogRow[]; next: string | null }> {
  const { rows, next } = await listAuditLog({ ...toFilter(fields), cursor, limit: logPageSize });
  const targets = rows.flatMap(({ action, targetType: type, targetId: id }) =>
    type !== null && id !== null ? [{ type: shownAs(action, type), id }] : [],
  );
  const pages = await findTargetPages(targets);
  return { rows: rows.map((row) => toLogRow(row, pages)), next };
}

/** From text like `theme:5`; undefined for an unknown kind. */
function parseTarget(text: string): AuditFilter["target"] {
  const [, kind, id] = /^([\w-]+):(.+)$/.exec(text) ?? [];
  const type = auditTargetTypes.find((each) => each === kind);
  return type && id ? { type, id } : undefined;
}

function toFilter({ user, track, target, action, who, from, to, automated }: LogFields): AuditFilter {
  const last = parseTokyoDay(to);
  return {
    target: user ? { type: "user", id: user } : track ? { type: "track", id: track } : parseTarget(target),
    action: action || undefined,
    who: actorKinds.find((kind) => kind === who),
    name: who.startsWith(namePrefix) ? who.slice(namePrefix.length) : undefined,
    from: parseTokyoDay(from),
    until: last && new Date(last.getTime() + dayMs),
    // "Automatic" also asks for changes that no person made.
    withAutomated: automated === "1" || who === "system",
  };
}

function toLogRow(row: AuditRow, pages: ReadonlyMap<string, string>): LogRow {
  const { id, at, actorKind, actorName, action, targetType, targetId, before, after, isAutomated } = row;
  return {
    id,
    at: formatDateTime(at),
    who: actorLabel({ kind: actorKind, name: actorName }),
    isAutomated,
    action: auditActionLabel(action),
    target:
      targetType === null ? null : describeTarget({ action, type: targetType, id: targetId ?? "" }, pages),
    change: describeChange(before, after),
  };
}

/** Reports of a track have a page of their own. */
const shownAs = (action: string, type: string) =>
  type === "track" && action.startsWith("report.") ? "report" : type;

const targetLabels: Record<(typeof auditTargetTypes)[number], string> = {
  user: "会員",
  track: "音声",
  theme: "テーマ",
  task: "生成タスク",
  report: "報告",
  message: "お問い合わせ",
  session: "ログイン",
  network: "接続元",
  settings: "設定",
  email: "メール",
  subscription: "契約",
  invitation: "招待",
  job: "ジョブ",
  reading: "読み辞書",
  playlist: "プレイリスト",
  operator: "運営者",
  announcement: "お知らせ",
  "reply-template": "返信のひな形",
  "word-list": "止める言葉の版",
  "email-text": "メールの文面",
  objection: "申し立て",
  webhook: "チャットへの知らせ",
  payment: "お支払い",
};

/** With the page that has it now; where none has, the log's rows about it. */
function describeTarget(
  { action, type, id }: { action: string; type: string; id: string },
  pages: ReadonlyMap<string, string>,
): NonNullable<LogRow["target"]> {
  const known = auditTargetTypes.find((each) => each === type);
  const shortId = id.length > 12 && type !== "network" ? id.slice(0, 8) : id;
  const label = `${known ? targetLabels[known] : type} ${networkLabels[id] ?? shortId}`.trim();
  const page = pages.get(targetKey(shownAs(action, type), id));
  const ofTarget = new URLSearchParams({ target: targetKey(type, id), automated: "1" });
  return {
    label,
    to: page ?? `${logPath}?${ofTarget}`,
    isGone: page === undefined,
  };
}

/** Networks without a row of their own (`recordFailedTry`). */
const networkLabels: Record<string, string> = { other: "ほか多数" };

/** The latest first. */
export function logAsCsv(fields: LogFields): ReadableStream<Uint8Array> {
  const filter = toFilter(fields);
  return csvStream({
    names: ["日時", "だれが", "自動", "操作", "対象の種類", "対象", "変更前", "変更後"],
    async read(page) {
      const { rows, next } = await listAuditLog({ ...filter, ...page });
      return { rows: rows.map(fieldsOf), next };
    },
  });
}

function fieldsOf(row: AuditRow): string[] {
  const { at, actorKind, actorName, isAutomated, action, targetType, targetId, before, after } = row;
  return [
    at.toISOString(),
    actorLabel({ kind: actorKind, name: actorName }),
    isAutomated ? "1" : "",
    auditActionLabel(action),
    targetType ?? "",
    targetId ?? "",
    before ? JSON.stringify(before) : "",
    after ? JSON.stringify(after) : "",
  ];
}

type FindPages = (ids: readonly string[]) => Promise<(readonly [id: string, path: string])[]>;

const part = encodeURIComponent;

const numbers = (ids: readonly string[]) => ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number);

function byNumber(
  table: PgTable,
  id: PgColumn & { _: { data: number } },
  pathOf: (id: number) => string,
): FindPages {
  return async (ids) => {
    const rows = await primary
      .select({ id })
      .from(table)
      .where(inArray(id, numbers(ids)));
    return rows.map((row) => [String(row.id), pathOf(Number(row.id))] as const);
  };
}

const finders: Partial<Record<AuditTargetType, FindPages>> = {
  user: async (ids) =>
    (
      await primary
        .select({ id: users.id })
        .from(users)
        .where(inArray(users.id, [...ids]))
    ).map(({ id }) => [id, `/admin/users/${part(id)}`] as const),
  track: byNumber(tracks, tracks.id, (id) => `/admin/tracks/${id}`),
  // By the id of the reported track.
  report: async (ids) =>
    (
      await primary
        .select({
          id: sql<number>`${trackReports.trackId}`,
          open: sql<number | string>`count(*) filter (where ${trackReports.handledAt} is null)`,
        })
        .from(trackReports)
        .where(inArray(trackReports.trackId, numbers(ids)))
        .groupBy(trackReports.trackId)
    ).map(({ id, open }) => {
      const state = Number(open) > 0 ? "open" : "closed";
      return [String(id), inquiriesHref({ tab: "reports", state, track: id })] as const;
    }),
  playlist: byNumber(playlists, playlists.id, (playlist) =>
    inquiriesHref({ tab: "reports", of: "playlists", playlist }),
  ),
  objection: byNumber(objections, objections.id, adminObjectionPath),
  message: byNumber(contactMessages, contactMessages.id, (id) => `/admin/inquiries?tab=messages&id=${id}`),
  session: async () =>
    (
      await primary
        .select({ id: adminSessions.id })
        .from(adminSessions)
        .where(gt(adminSessions.expiresAt, new Date()))
        .limit(100)
    ).map(({ id }) => [publicSessionId(id), "/admin/account"] as const),
  task: async (ids) =>
    (
      await primary
        .select({ id: generationTasks.id })
        .from(generationTasks)
        .where(and(eq(generationTasks.kind, "text"), inArray(generationTasks.id, [...ids])))
    ).map(({ id }) => [id, `/admin/generate?task=${part(id)}`] as const),
};

const targetKey = (type: string, id: string) => `${type}:${id}`;

/** By `targetKey`; what is gone has no page. */
async function findTargetPages(
  targets: readonly { type: string; id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const [type, find] of Object.entries(finders)) {
    const ids = [...new Set(targets.filter((target) => target.type === type).map(({ id }) => id))];
    if (ids.length === 0) continue;
    for (const [id, path] of await find(ids)) pages.set(targetKey(type, id), path);
  }
  return pages;
}
