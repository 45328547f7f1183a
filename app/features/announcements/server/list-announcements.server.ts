import { desc } from "drizzle-orm";
import { formatDateTime } from "#app/lib/format-date.ts";
import { primary } from "#db/client.ts";
import { announcements } from "#db/schema/index.ts";

export interface AnnouncementView {
  id: number;
  text: string;
  state: "planned" | "shown" | "ended";
  starts: string;
  ends: string;
  createdBy: string;
}

export async function listAnnouncements(now = new Date()): Promise<AnnouncementView[]> {
  const rows = await primary
    .select()
    .from(announcements)
    .orderBy(desc(announcements.startsAt), desc(announcements.id))
    .limit(50);
  return rows.map(({ id, text, startsAt, endsAt, endedAt, createdBy }) => {
    const end = endedAt ?? endsAt;
    const state = end !== null && end <= now ? "ended" : startsAt > now ? "planned" : "shown";
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
