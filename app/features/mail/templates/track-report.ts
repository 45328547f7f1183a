import { z } from "zod";
import { template } from "../letter.ts";

/** Tells the house of the first report about a track. */
export const trackReport = template(
  z.object({
    trackId: z.string(),
    title: z.string(),
    /** In words. */
    reason: z.string(),
    comment: z.string(),
    /** In Asia/Tokyo, in words. */
    receivedAt: z.string(),
  }),
  ({ trackId, title, reason, comment, receivedAt }, { origin }) => ({
    subject: `【音声の報告】${title}`,
    heading: "音声が報告されました",
    parts: [
      {
        kind: "facts",
        facts: [
          ["音声", title],
          ["理由", reason],
          ["受付日時", receivedAt],
        ],
      },
      ...(comment ? [{ kind: "quote" as const, text: comment }] : []),
      { kind: "link", label: "音声を開く", href: `${origin}/track/${trackId}` },
    ],
    note: "同じ音声への2件目からの報告は、メールではお知らせしません。",
  }),
);
