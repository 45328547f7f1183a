import { desc } from "drizzle-orm";
import { formatDateTime } from "#app/lib/format-date.ts";
import { primary } from "#db/client.ts";
import { announcements } from "#db/schema/index.ts";

export type AnnouncementView = Awaited<ReturnType<typeof listAnnouncements>>[number];

export async function listAnnouncements() {
  const now = new Date();
  const rows = await primary
    .select()
    .from(announcements)
    .orderBy(desc(announcements.startsAt), desc(announcements.id))
    .limit(50);
  return rows.map(({ id, text, startsAt, endsAt, endedAt, createdBy }) => {
    const end = endedAt ?? endsAt;
    const state: "planned" | "shown" | "ended" =
      end !== null && end <= now ? "ended" : startsAt > now ? "planned" : "shown";
    return {
      id,
      text,
      state,
      starts: formatDateTime(startsAt),
      ends: end ? formatDateTime(end) : "",
      createdBy,
    };
  });
}
