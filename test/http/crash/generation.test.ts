// long: starts a server after every crash
// @module-tag release: a crash at each of seven points; others stand for its recovery
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "#db/client.ts";
import { generationTasks, renditions, tracks } from "#db/schema/index.ts";
import { addAdminSession } from "../../admin.ts";
import { Client } from "../../client.ts";
import { withDatabase } from "../../database.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

withDatabase();

let server: RunningServer | undefined;
afterAll(() => server?.kill());

const dataDir = process.env.DATA_DIR ?? "";

/** Starts the server; the process that reaches the crash point `crashAt` is killed there. */
async function start(crashAt?: string): Promise<RunningServer> {
  server = await startServer({ dataDir, ...(crashAt ? { env: { CRASH_AT: crashAt } } : {}) });
  return server;
}

/** The files of a task, temporary ones included. */
function filesOf(taskId: string): string[] {
  const folder = path.join(dataDir, "files", "audio", taskId);
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** In this order: the server that finds the first text published is the one that the second text kills. */
const published = ["encoding", "files-stored", "generation-published"];
const begun = ["generation-started", "generation-script", "generation-fact-check", "speech-running"];

test.each([
  [published, begun[0]],
  [begun, undefined],
])(
  "killed at %j, one after another: the text becomes one track, with its files and no others",
  async (points, crashesNext) => {
    const { token } = await addAdminSession();
    const inputText = `夜の港です。${points[0]}`;
    for (const [index, crashAt] of points.entries()) {
      const crashing = (index === 0 && server) || (await start(crashAt));
      const admin = Client.withAdminSession(crashing.origin, token);
      const fields = { intent: "generate", inputText, speakingRate: "1.5" };
      // After a restart the task goes on by itself.
      if (index === 0) await admin.form("/admin/generate", fields).catch(() => null);
      await crashing.ended;
      await crashing.kill();
    }
    await start(crashesNext);
    const find = async () => {
      const [task] = await db.select().from(generationTasks).where(eq(generationTasks.inputText, inputText));
      return task;
    };
    // On Postgres the queue gives up a job whose fourth worker has died; what recovers tasks each minute begins it anew.
    await expect
      .poll(async () => (await find())?.state, { timeout: 120_000, interval: 300 })
      .toBe("completed");
    const task = await find();
    const made = await db
      .select()
      .from(tracks)
      .where(eq(tracks.taskId, task?.id ?? ""));
    expect(made.map(({ id }) => id)).toEqual([task?.trackId]);
    const stored = await db
      .select()
      .from(renditions)
      .where(eq(renditions.trackId, task?.trackId ?? 0));
    const names = stored.map(({ storageKey }) => path.basename(storageKey));
    expect(filesOf(task?.id ?? "").toSorted()).toEqual(names.toSorted());
  },
);
