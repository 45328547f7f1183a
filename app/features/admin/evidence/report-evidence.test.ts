import { expect, test } from "vitest";
import { takeDownForReview } from "#app/features/creation/server/take-down-for-review.server.ts";
import { reportTrack } from "#app/features/reports/report-track.server.ts";
import { write } from "#db/client.ts";
import { transcriptCues } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import { parseInquiryFilter } from "../inquiries/inquiries.ts";
import { loadInquiries } from "../inquiries/load-inquiries.server.ts";
import type { ReportEvidence } from "./evidence.ts";

withDatabase();

const spoken = Array.from({ length: 12 }, (_, index) => `${index + 1}つめの文です。`);
const scriptOf = (lines: readonly string[]) =>
  lines.map((line, index) => `${index % 2 ? "B" : "A"}: ${line}`).join("\n");

async function addReported(lines: readonly (number | undefined)[], o: { isVisible?: boolean } = {}) {
  const author = await addMember();
  const trackId = await addTrack({ userId: author.id, script: scriptOf(spoken) });
  await write((tx) =>
    tx.insert(transcriptCues).values(
      spoken.map((text, position) => ({
        ...{ trackId, position, turn: position, text, speaker: "A" as const },
        ...{ startMs: position * 2500, endMs: position * 2500 + 2000 },
      })),
    ),
  );
  for (const line of lines)
    await reportTrack({
      viewer: await addMember(),
      trackId,
      report: { reason: "false", comment: "", line },
    });
  if (o.isVisible === false) await updateTrack(trackId, { isVisible: false });
  return { trackId, author };
}

async function cardOf(trackId: number) {
  const filter = parseInquiryFilter(new URLSearchParams({ tab: "reports", track: String(trackId) }));
  const { reports } = await loadInquiries(filter, 1);
  return reports?.cards[0];
}

/** Lines as text, with what is lit in stars. */
const shown = (evidence: ReportEvidence | null | undefined) =>
  evidence?.passages.map(({ firstLine, lines }) => [
    firstLine,
    ...lines.map(({ pieces }) => pieces.map(({ text, isLit }) => (isLit ? `*${text}*` : text)).join("")),
  ]);

test("a card shows the reported lines with those around them, and is heard from the first", async () => {
  const { trackId } = await addReported([undefined, 8, 9, 1]);
  const card = await cardOf(trackId);
  expect(card?.open.map(({ line }) => line)).toEqual([
    null,
    { number: 9, quote: "9つめの文です。" },
    { number: 10, quote: "10つめの文です。" },
    { number: 2, quote: "2つめの文です。" },
  ]);
  expect(shown(card?.evidence)).toEqual([
    [1, "1つめの文です。", "*2つめの文です。*", "3つめの文です。", "4つめの文です。"],
    [
      7,
      "7つめの文です。",
      "8つめの文です。",
      "*9つめの文です。*",
      "*10つめの文です。*",
      "11つめの文です。",
      "12つめの文です。",
    ],
  ]);
  expect(card?.evidence?.startS).toBe(2);
  expect(card?.track.author.history).toMatchObject({ isNew: true, reports: 4, takedowns: 0 });
});

test("a line that was changed since is shown as it is and as it was; without a line the beginning is shown", async () => {
  const { trackId } = await addReported([4]);
  const changed = spoken.map((line, index) => (index === 4 ? "直した文です。" : line));
  await updateTrack(trackId, { script: scriptOf(changed) });
  const card = await cardOf(trackId);
  expect(shown(card?.evidence)).toEqual([
    [3, "3つめの文です。", "4つめの文です。", "*直した文です。*", "6つめの文です。", "7つめの文です。"],
  ]);
  expect(card?.evidence?.passages[0]?.before).toEqual(["5つめの文です。"]);

  const whole = await addReported([undefined]);
  const other = await cardOf(whole.trackId);
  expect(shown(other?.evidence)).toEqual([[1, ...spoken.slice(0, 6)]]);
  expect(other?.evidence?.startS).toBe(0);
});

test("what the check before publishing has quoted is lit; what its author hides is not shown", async () => {
  const fresh = await addReported([]);
  const harms = [{ kind: "abuse" as const, quote: "6つめの文です。" }];
  await write((tx) => takeDownForReview(tx, { trackId: fresh.trackId, title: "題", harms, now: new Date() }));
  const card = await cardOf(fresh.trackId);
  expect(shown(card?.evidence)?.flat()).toContain("*6つめの文です。*");
  expect(card?.evidence?.startS).toBe(12);
  const hidden = await addReported([2], { isVisible: false });
  expect((await cardOf(hidden.trackId))?.evidence).toBeNull();
});
