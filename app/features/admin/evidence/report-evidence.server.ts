import { eq, inArray } from "drizzle-orm";
import type { Turn } from "#app/engines/script/script.ts";
import { findTurnStarts } from "#app/features/tracks/transcript/list-cues.server.ts";
import { primary } from "#db/client.ts";
import { reviewItems, tracks } from "#db/schema/index.ts";
import type { ReportEvidence, ReportPassage } from "./evidence.ts";
import { lightLine, linesOf } from "./script-lines.server.ts";

const around = 2;
const openingLines = 6;
const maxPassages = 5;

interface ReportedTrack {
  trackId: number;
  reported: readonly { line: number | null; quote: string; comment: string }[];
}

/** By track: reported lines with their neighbours, or the script's beginning. Automatic findings count as reported. */
export async function readReportEvidence(
  reportedTracks: readonly ReportedTrack[],
): Promise<Map<number, ReportEvidence>> {
  const ids = reportedTracks.map(({ trackId }) => trackId);
  if (ids.length === 0) return new Map();
  const rows = await primary
    .select({ id: tracks.id, script: tracks.script, harms: reviewItems.harms })
    .from(tracks)
    .leftJoin(reviewItems, eq(reviewItems.trackId, tracks.id))
    .where(inArray(tracks.id, ids));
  const found = rows.map(({ id, script, harms }) => {
    const reported = reportedTracks.find(({ trackId }) => trackId === id)?.reported ?? [];
    return { trackId: id, ...findPassages(linesOf(script), reported, harms ?? []) };
  });
  const starts = await findTurnStarts(
    found.flatMap(({ trackId, first }) => (first === null ? [] : { trackId, turn: first })),
  );
  return new Map(
    found.map(({ trackId, passages }) => [
      trackId,
      { passages, startS: Math.floor((starts.get(trackId) ?? 0) / 1000) },
    ]),
  );
}

function findPassages(
  turns: readonly Turn[],
  reported: ReportedTrack["reported"],
  harms: readonly { quote: string }[],
): { passages: ReportPassage[]; first: number | null } {
  const named = new Map<number, { quotes: string[]; before: string | null }>();
  const name = (index: number, quote: string, before: string | null) => {
    const known = named.get(index);
    named.set(index, {
      quotes: [...(known?.quotes ?? []), quote],
      before: known?.before ?? before,
    });
  };
  for (const { line, quote } of reported) {
    if (line === null || quote === "") continue;
    // A correction may have moved or changed the line.
    const isSame = turns[line]?.text.startsWith(quote);
    const at = isSame ? line : turns.findIndex(({ text }) => text.startsWith(quote));
    if (at >= 0) name(at, quote, null);
    else if (turns[line]) name(line, turns[line].text, quote);
  }
  const quoted = [
    ...harms.map(({ quote }) => quote),
    ...reported.flatMap(({ comment }) => quotesIn(comment)),
  ];
  for (const quote of new Set(quoted)) {
    const at = turns.findIndex(({ text }) => text.includes(quote));
    if (quote !== "" && at >= 0) name(at, quote, null);
  }
  const indexes = [...named.keys()].sort((a, b) => a - b).slice(0, maxPassages);
  const [first = null] = indexes;
  if (first === null)
    return {
      passages: turns.length > 0 ? [toPassage(turns, 0, openingLines - 1, named)] : [],
      first: null,
    };
  const ranges: [from: number, to: number][] = [];
  for (const index of indexes) {
    const [from, to] = [Math.max(0, index - around), Math.min(turns.length - 1, index + around)];
    const last = ranges.at(-1);
    if (last && from <= last[1] + 1) last[1] = to;
    else ranges.push([from, to]);
  }
  return { passages: ranges.map(([from, to]) => toPassage(turns, from, to, named)), first };
}

function toPassage(
  turns: readonly Turn[],
  from: number,
  to: number,
  named: ReadonlyMap<number, { quotes: string[]; before: string | null }>,
): ReportPassage {
  const lines = turns
    .slice(from, to + 1)
    .map((turn, offset) => lightLine(turn, named.get(from + offset)?.quotes ?? []));
  const before = [...named].flatMap(([index, one]) =>
    index >= from && index <= to && one.before !== null ? [one.before] : [],
  );
  return { firstLine: from + 1, lines, before };
}

/** The check before publishing writes one line per finding: ・, then the quote in 「」. */
const quotesIn = (comment: string): string[] =>
  [...comment.matchAll(/^・[^「\n]*：「(.+)」$/gm)].map(([, quote = ""]) => quote);
