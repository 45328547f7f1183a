import { setImmediate as nextTurn } from "node:timers/promises";
import { and, desc, eq, isNotNull, lt, or } from "drizzle-orm";
import { compareHarm, findTouchedSentences } from "#app/engines/harm/find-harm.ts";
import type { WordList } from "#app/engines/harm/word-list.ts";
import { judgedPassages } from "#app/features/creation/server/judge-harm.server.ts";
import { currentWordList } from "#app/features/word-list/word-list.server.ts";
import { maxJudgedTracks, maxTriedTracks, type WordListTrial } from "#app/features/word-list/word-list.ts";
import { db } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";

const batchSize = 50;
const maxShown = 20;

/**
 * Which of the latest tracks the list would newly hold, and which no longer. Changes nothing. Judges only sentences near a
 * changed line: milliseconds per track.
 */
export async function tryWordList(list: WordList): Promise<WordListTrial> {
  const present = await currentWordList();
  const trial: WordListTrial = {
    ...{ triedCount: 0, touchedCount: 0, judgedCount: 0 },
    ...{ blockedCount: 0, freedCount: 0, held: [], freed: [] },
  };
  let batch = await loadTracks(null);
  while (batch.length > 0) {
    for (const track of batch) await tryTrack(trial, track, { present, list });
    const last = batch.at(-1);
    batch = last && trial.triedCount < maxTriedTracks ? await loadTracks(last.id) : [];
  }
  return trial;
}

type TriedTrack = Awaited<ReturnType<typeof loadTracks>>[number];

function loadTracks(before: number | null) {
  const { id, title, description, speakerNames, script } = tracks;
  return db
    .select({ id, title, description, speakerNames, script })
    .from(tracks)
    .where(
      and(
        or(eq(tracks.isVisible, true), isNotNull(tracks.takenDownAt)),
        before === null ? undefined : lt(id, before),
      ),
    )
    .orderBy(desc(id))
    .limit(batchSize);
}

async function tryTrack(
  trial: WordListTrial,
  { id, title, description, speakerNames, script }: TriedTrack,
  change: { present: WordList; list: WordList },
): Promise<void> {
  // Lets others run: each script is searched on the event loop in a turn of its own.
  await nextTurn();
  trial.triedCount++;
  const names = Object.values(speakerNames ?? {}).filter((name) => name !== undefined);
  const passages = [...judgedPassages({ title, names, script }), description ?? ""];
  const sentences = findTouchedSentences(passages.join("\n"), change);
  if (sentences.length === 0) return;
  trial.touchedCount++;
  if (trial.judgedCount >= maxJudgedTracks) return;
  trial.judgedCount++;
  const { held, freed } = await compareHarm(sentences, change);
  if (held[0]) trial.blockedCount++;
  if (held[0] && trial.held.length < maxShown) trial.held.push({ id, title, quote: held[0].quote });
  if (freed[0]) trial.freedCount++;
  if (freed[0] && trial.freed.length < maxShown) trial.freed.push({ id, title, quote: freed[0].quote });
}
