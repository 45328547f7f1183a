import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { dayMs } from "#app/lib/time-units.ts";
import type { Db } from "#db/client.ts";
import { trackReports } from "#db/schema/index.ts";
import { reasonLabels } from "./report.ts";
import { ofSubject, type ReportSubject, subjectColumns, subjectValues } from "./report-subject.server.ts";
import type { SubjectReport } from "./reports.schema.ts";

/** In this time, reports of a subject for one reason send one email. */
const emailIntervalMs = dayMs;

interface StoredReportOptions {
  viewer: { id: string } | null;
  subject: ReportSubject;
  report: SubjectReport & Partial<Pick<typeof trackReports.$inferInsert, "line" | "quote">>;
  /** The subject in the email: 「音声」, its name and the path of its page. */
  about: { noun: string; title: string; path: string };
  now: Date;
}

/**
 * `tx` has locked the viewer's account (`lockUserForShare`), then the subject. A member has one report per subject, which a
 * new one replaces; a visitor's that is posted twice is one. Emails `SUPPORT_EMAIL` once a day for each subject and reason.
 */
export async function storeReport(tx: Db, options: StoredReportOptions): Promise<void> {
  const { viewer, subject, report, about, now } = options;
  const isEmailed = await isAlreadyReported(tx, options);
  const said = { line: null, quote: "", ...report };
  const row = { ...subjectValues(subject), userId: viewer?.id ?? null, ...said, createdAt: now };
  if (viewer) {
    await tx
      .insert(trackReports)
      .values(row)
      .onConflictDoUpdate({
        target: [subjectColumn(subject), trackReports.userId],
        set: { ...said, createdAt: now, handledAt: null, outcome: null },
      });
  } else {
    if (await isDuplicate(tx, options)) return;
    await tx.insert(trackReports).values(row);
  }
  const { SUPPORT_EMAIL: support } = environment();
  if (isEmailed || !support) return;
  await sendEmail(tx, {
    to: support,
    template: "track-report",
    values: {
      ...about,
      reason: reasonLabels[report.reason],
      comment: report.comment,
      receivedAt: formatDateTime(now),
    },
    userId: viewer?.id ?? null,
    now,
  });
}

function subjectColumn({ trackId, memberId }: ReportSubject) {
  if (trackId !== undefined) return subjectColumns.track;
  return memberId === undefined ? subjectColumns.playlist : subjectColumns.member;
}

/** A visitor may be the author and must not suppress emails: for a member's report only members' reports count. */
async function isAlreadyReported(tx: Db, options: StoredReportOptions): Promise<boolean> {
  const { viewer, subject, report, now } = options;
  const { userId, createdAt } = trackReports;
  const [earlier] = await tx
    .select({ id: trackReports.id })
    .from(trackReports)
    .where(
      and(
        ofSubject(subject),
        eq(trackReports.reason, report.reason),
        gt(createdAt, new Date(now.getTime() - emailIntervalMs)),
        viewer ? isNotNull(userId) : undefined,
      ),
    )
    .limit(1);
  return earlier !== undefined;
}

async function isDuplicate(tx: Db, { subject, report, now }: StoredReportOptions): Promise<boolean> {
  const [same] = await tx
    .select({ id: trackReports.id })
    .from(trackReports)
    .where(
      and(
        ofSubject(subject),
        isNull(trackReports.userId),
        gt(trackReports.createdAt, repeatsSince(now)),
        eq(trackReports.reason, report.reason),
        eq(trackReports.comment, report.comment),
        report.line == null ? isNull(trackReports.line) : eq(trackReports.line, report.line),
      ),
    )
    .limit(1);
  return same !== undefined;
}
