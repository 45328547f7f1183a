import { setTimeout as delay } from "node:timers/promises";
import type { Fleet } from "../fleet/start-fleet.ts";
import { canFillDisk, setDisk } from "../servers/disk.ts";
import type { TestBucket } from "../servers/s3-server.ts";
import type { StripeDouble } from "../stripe/double.ts";

interface Surroundings {
  fleet: Fleet;
  bucket: TestBucket;
  stripe: StripeDouble;
  random: () => number;
}

const oneOf = <T>(count: readonly T[], random: () => number) => Math.floor(random() * count.length);
const upTo = (ms: number, random: () => number) => delay(200 + random() * ms);

/** How many calls in a row a service fails. */
const failing = 4;

const clockShiftMs = 10 * 60_000;

async function shiftClock({ fleet, random }: Surroundings, ms: number): Promise<void> {
  const web = oneOf(fleet.webs, random);
  fleet.shiftClock(web, ms);
  await upTo(3000, random);
  fleet.shiftClock(web, 0);
}

async function fillDisk(pid: number | undefined, random: () => number): Promise<void> {
  setDisk(pid, "full");
  await upTo(3000, random);
  setDisk(pid, "has room");
}

/** What goes wrong; each ends with everything running again, but a service fails so many calls however late they come. */
export const faults: Record<string, (around: Surroundings) => Promise<void>> = {
  "web process: kill -9": ({ fleet, random }) => fleet.crashWeb(oneOf(fleet.webs, random)),
  "web process: replaced": async ({ fleet, random }) =>
    void (await fleet.replaceWeb(oneOf(fleet.webs, random))),
  "worker: kill -9": ({ fleet, random }) => fleet.crashWorker(oneOf(fleet.workers, random)),
  "web process: clock ahead": (around) => shiftClock(around, clockShiftMs),
  "web process: clock behind": (around) => shiftClock(around, -clockShiftMs),
  ...(canFillDisk && {
    "web process: disk full": ({ fleet, random }) =>
      fillDisk(fleet.webs[oneOf(fleet.webs, random)]?.pid, random),
    "worker: disk full": ({ fleet, random }) =>
      fillDisk(fleet.workers[oneOf(fleet.workers, random)]?.pid, random),
  }),
  "Postgres: crash": async ({ fleet }) => fleet.crashPostgres(),
  "Postgres: away": async ({ fleet, random }) => {
    fleet.proxy.setAway(true);
    await upTo(2000, random);
    fleet.proxy.setAway(false);
  },
  "connections: cut at begin": async ({ fleet, random }) => {
    fleet.proxy.atBegin("cut");
    await upTo(1000, random);
    fleet.proxy.atBegin("pass");
  },
  "connections: cut in the middle": async ({ fleet, random }) => {
    for (let time = 0; time < 5; time++) {
      fleet.proxy.setAway(true);
      fleet.proxy.setAway(false);
      await upTo(300, random);
    }
  },
  "connections: silent": async ({ fleet, random }) => {
    fleet.proxy.silence();
    await upTo(1000, random);
  },
  "bucket: 500": async ({ bucket, random }) => {
    bucket.faults.push(...Array<"500">(failing).fill("500"));
    await upTo(1000, random);
  },
  "bucket: cut": async ({ bucket, random }) => {
    bucket.faults.push(...Array<"cut">(failing).fill("cut"));
    await upTo(1000, random);
  },
  "Stripe: 500, carried out": async ({ stripe, random }) => {
    stripe.failNext({ answer: 500, executes: true, times: failing });
    await upTo(1000, random);
  },
  "Stripe: disconnected": async ({ stripe, random }) => {
    stripe.failNext({ answer: "disconnect", times: failing });
    await upTo(1000, random);
  },
};

/** Once at most: there is one replica. */
export const failOver = "Postgres: failover to the replica";
