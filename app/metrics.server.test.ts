import { expect, test } from "vitest";
import { EngineError } from "#app/engines/providers/engine-error.ts";
import { writeListening } from "#app/features/listening/server/write-listening.server.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { withSettings } from "#test/settings.ts";
import { addTrack } from "#test/tracks.ts";
import { openMetrics, withEngineTime } from "./metrics.server.ts";

withDatabase();
withSettings({ METRICS_PORT: 9464 });

test("plays count once they are written, and engines by what they were asked for and how it ended", async () => {
  const metrics = await openMetrics();
  const trackId = await addTrack({ userId: (await addMember()).id });
  const play = { listener: "visit-of-a-test", kind: "play" as const, id: trackId };
  // The second is the same listener's.
  for (let times = 0; times < 2; times++)
    await writeListening({ counts: [play], listened: [], now: new Date() });

  const local = { engine: "local", purpose: "speech" };
  await withEngineTime(local, async () => {});
  const failure = new Error("no voice");
  await expect(withEngineTime(local, () => Promise.reject(failure))).rejects.toBe(failure);
  // Each of its requests counts by itself.
  await withEngineTime({ engine: "voicevox", purpose: "speech" }, async () => {});
  const { countRequest } = providerAccess({ userId: null, taskId: null });
  const request = { engine: "voicevox", purpose: "speech", model: "one", characters: 10 } as const;
  await (await countRequest(request)).succeed({});
  await (await countRequest(request)).fail(new EngineError("unavailable", "away"));

  const text = await metrics?.registry.metrics();
  expect(text).toMatch(/^mugen_plays_total 1$/m);
  const counts = [...(text ?? "").matchAll(/^mugen_engine_seconds_count\{(.*)\} (\d+)$/gm)];
  expect(counts.map(([, labels, number]) => `${labels} ${number}`).toSorted()).toEqual([
    'engine="local",purpose="speech",outcome="done" 1',
    'engine="local",purpose="speech",outcome="failed" 1',
    'engine="voicevox",purpose="speech",outcome="done" 1',
    'engine="voicevox",purpose="speech",outcome="unavailable" 1',
  ]);
});
