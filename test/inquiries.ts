import { sendContactMessage } from "#app/features/contact/send-contact-message.server.ts";
import { reportTrack } from "#app/features/reports/report-track.server.ts";
import { write } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";
import { addMember } from "./database.ts";
import { addTrack } from "./tracks.ts";

/** Two messages, two reported tracks of one member, an email that was given up; marked, for tests share a server. */
export async function addInquiries(mark: string): Promise<{ trackIds: number[] }> {
  const [author, reporter] = [
    await addMember({ name: "朝野 ひびき" }),
    await addMember({ name: "灯 ともり" }),
  ];
  for (const [index, subject] of (["技術的な問題", "その他"] as const).entries())
    await sendContactMessage({
      viewer: null,
      message: {
        name: "夜野 かなで",
        email: `${mark}@example.com`,
        subject,
        message: `${mark} ${index}\n音が出ません。`,
      },
      now: new Date(Date.UTC(2026, 0, 1, index)),
    });
  const trackIds: number[] = [];
  for (const title of [`${mark} 灯台守の一日`, `${mark} 海の音`]) {
    const trackId = await addTrack({ userId: author.id, title });
    trackIds.push(trackId);
    await reportTrack({
      viewer: reporter,
      trackId,
      report: { reason: "spam", comment: "宣伝です。", line: 1 },
    });
    await reportTrack({ viewer: null, trackId, report: { reason: "false", comment: "" } });
  }
  const now = new Date();
  await write((tx) =>
    tx.insert(emails).values({
      id: mark,
      to: `${mark}@example.com`,
      template: "account-approved",
      values: { name: "かなで" },
      attempts: 10,
      dueAt: now,
      error: "550 5.1.1 no such user",
      createdAt: now,
    }),
  );
  return { trackIds };
}
