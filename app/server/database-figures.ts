import { Gauge, type Registry } from "prom-client";
import { findAttention } from "#app/features/admin/overview/attention.server.ts";
import { readSystemInfo } from "#app/features/health/system-info.server.ts";
import { findOldestWaiting } from "#app/features/health/waiting-since.server.ts";
import { readLastLevel } from "#app/features/statistics/read-statistics.server.ts";
import { countJobs } from "#app/queue/queue.ts";

/** Adds what is read from the database with each scrape: every process of a site says the same. */
export function addDatabaseFigures(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: "mugen_jobs",
    help: "Jobs by queue and state, as the workers last counted them",
    labelNames: ["queue", "state"],
    registers,
    async collect() {
      for (const { name: queue, waiting, running, failed } of await countJobs()) {
        this.set({ queue, state: "waiting" }, waiting);
        this.set({ queue, state: "running" }, running);
        this.set({ queue, state: "failed" }, failed);
      }
    },
  });
  new Gauge({
    name: "mugen_oldest_waiting_seconds",
    help: "How long the oldest of what is still to be done has waited; 0 if nothing waits",
    labelNames: ["what"],
    registers,
    async collect() {
      const now = new Date();
      for (const { what, since } of await findOldestWaiting(now))
        this.set({ what }, since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0);
    },
  });
  new Gauge({
    name: "mugen_attention",
    help: "What waits for an operator, as the console's overview counts it (1,000 at most)",
    labelNames: ["what"],
    registers,
    async collect() {
      this.reset();
      for (const { key: what, count } of await findAttention()) this.set({ what }, count);
    },
  });
  new Gauge({
    name: "mugen_bytes",
    help: "Size of the database and of the published audio (once a day), and room on the disk of the data folder",
    labelNames: ["what"],
    registers,
    async collect() {
      const [{ database, disk }, audio] = await Promise.all([
        readSystemInfo(),
        readLastLevel("storage_bytes"),
      ]);
      if (database) this.set({ what: "database" }, database.bytes);
      if (audio !== null) this.set({ what: "audio" }, audio);
      if (disk) this.set({ what: "disk_free" }, disk.free);
      if (disk) this.set({ what: "disk_total" }, disk.total);
    },
  });
}
