import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { priorityOf } from "#app/features/tasks/enqueue-task.server.ts";
import { closeQueue, jobPriorities, openQueue, startBoss } from "#app/queue/queue.ts";
import { write } from "#db/client.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { newPreview } from "#test/new-preview.ts";
import { maxOpenTasks } from "../../audio-task.ts";
import { startPreview } from "../../preview/start-preview.server.ts";
import { checkTaskQuota, previews, scripts } from "./creation-kinds.server.ts";

withDatabase();

const { DATABASE_URL: url } = environment();
// In the other projects the queue would be a PGlite, which takes seconds to start; the rule is the same.
const hasQueue = url?.startsWith("postgres") ?? false;

let boss: Awaited<ReturnType<typeof startBoss>>;
beforeAll(async () => {
  if (!hasQueue) return;
  await openQueue({ url });
  boss = await startBoss({ connectionString: url, max: 1 }, false);
});
afterAll(async () => {
  if (!hasQueue) return;
  await boss.stop();
  await closeQueue(0);
});

/** The tasks in the order in which workers take them. */
async function takeAll(): Promise<string[]> {
  const taken: string[] = [];
  for (;;) {
    const [job] = await boss.fetch("produce-preview");
    if (!job) return taken;
    taken.push(z.object({ taskId: z.string() }).parse(job.data).taskId);
  }
}

const start = (viewer: Viewer) => startPreview({ ...newPreview, viewer, title: "", inputText: "" });

test("every further open task of a member has a lower priority, and still comes before official tracks", async () => {
  const [eager, patient] = [await addMember(), await addMember()];
  const nextPriority = async (viewer: Viewer, kind: "preview" | "script" = "preview") => {
    const { earlier } = await write((tx) => checkTaskQuota(tx, { viewer, kind }));
    return priorityOf(kind === "script" ? scripts : previews, earlier);
  };
  const priorities = [];
  for (let count = 0; count < maxOpenTasks; count++) {
    priorities.push(await nextPriority(eager));
    await start(eager);
  }
  expect(priorities).toEqual([...new Set(priorities)].toSorted((a, b) => b - a));
  expect(await nextPriority(patient)).toBe(priorities[0]);
  expect(await nextPriority(patient, "script")).toBe(priorities[0]);
  expect(priorities.at(-1)).toBeGreaterThan(jobPriorities.official);
  if (hasQueue) await takeAll();
});

test.runIf(hasQueue)(
  "workers take another member's first preview before the second of one who asked for several",
  async () => {
    const [eager, patient] = [await addMember(), await addMember()];
    const [first, second, third] = [await start(eager), await start(eager), await start(eager)];
    const later = await start(patient);
    expect(await takeAll()).toEqual([first, later, second, third]);
  },
);
