import { setTimeout as delay } from "node:timers/promises";
import { addSessions, type Fleet, startFleet } from "../fleet/start-fleet.ts";
import { randomFrom } from "../random.ts";
import { startS3Server } from "../servers/s3-server.ts";
import { startStripe } from "../stripe/server.ts";
import { compareWithOutside } from "./compare.ts";
import { failOver, faults } from "./faults.ts";
import { Member, type World } from "./member.ts";
import { type Outcome, PossibleStates } from "./possible-states.ts";

interface ChaosReport {
  /** Each with the answers that members got while it lasted. */
  faults: { name: string; ms: number; outcomes: Record<Outcome, number> }[];
  /** Acts of members by their answers. */
  outcomes: Record<Outcome, number>;
  /** How many things were compared. */
  things: number;
  /** Empty if rows, files, counters and Stripe agree with what was answered. */
  differences: string[];
  /** Lines of level error, but those of what was broken on purpose. */
  output: string;
}

/**
 * Members like, follow, collect, speak, publish and pay on a whole fleet while one thing after the other breaks, each time another,
 * until `ms` have passed and every fault has been there once at least; the failover is in the middle. Then everything is compared
 * with what they were answered. The same `seed` has the same order of faults. Null where Postgres or nginx is missing.
 */
export async function runChaos(o: {
  ms: number;
  seed: number;
  members: number;
  dataDir: string;
  /** What does not happen. */
  without?: readonly string[];
  onFault?: (name: string) => void;
}): Promise<ChaosReport | null> {
  const random = randomFrom(o.seed);
  const [bucket, stripe] = await Promise.all([startS3Server(), startStripe({ seed: String(o.seed) })]);
  const env = { STORAGE: "s3", ...bucket.settings, ...stripe.settings };
  let fleet: Fleet | null = null;
  try {
    fleet = await startFleet({ webs: 2, workers: 2, dataDir: o.dataDir, env, hasClocks: true });
    if (!fleet) return null;
    stripe.sendWebhooksTo(`${fleet.origin}/webhooks/stripe`);
    const world: World = {
      origin: fleet.origin,
      states: new PossibleStates(),
      stripe,
      random,
      memberIds: [],
      trackIds: [],
      outcomes: { done: 0, refused: 0, unknown: 0 },
    };
    // A thousand acts take more than a minute.
    const count = o.members * Math.ceil(2 + o.ms / 60_000);
    const sessions = await addSessions(
      fleet,
      Array.from({ length: count }, (_, n) => `会員${n}`),
    );
    const members = sessions.splice(0, o.members).map((session) => new Member(world, session));
    // What all like and collect.
    await Promise.all(members.map((member) => member.makeTrack()));
    const done = new AbortController();
    /** Whoever has done what one may in an hour is followed by the next. */
    const actInTurn = async (first: Member) => {
      let member: Member | undefined = first;
      while (member) {
        await member.actUntil(done.signal);
        const next = done.signal.aborted ? undefined : sessions.shift();
        member = next && new Member(world, next);
        if (member) members.push(member);
      }
    };
    const acting = members.map(actInTurn);
    const report: ChaosReport["faults"] = [];
    const around = { fleet, bucket, stripe, random };
    const suffer = async (name: string, fault: () => Promise<void>) => {
      o.onFault?.(name);
      const [began, before] = [Date.now(), { ...world.outcomes }];
      await fault();
      await untilAnswered(world, o.members);
      report.push({ name, ms: Date.now() - began, outcomes: difference(world.outcomes, before) });
    };
    const end = Date.now() + o.ms;
    const order = shuffled(Object.entries(faults), random);
    order.splice(order.length / 2, 0, [failOver, ({ fleet }) => fleet.failOver()]);
    const isLeftOut = ([name]: (typeof order)[number]) => o.without?.includes(name) === true;
    const happening = order.filter((fault) => !isLeftOut(fault));
    for (let turn = 0; turn < happening.length || Date.now() < end; turn++) {
      const [name, fault] = happening[turn % happening.length] ?? [];
      // There is one replica.
      const isOver = name === failOver && turn >= happening.length;
      if (name && fault && !isOver) await suffer(name, () => fault(around));
    }
    done.abort();
    await Promise.all(acting);
    await Promise.all(members.map((member) => member.finish()));
    // The comparison would meet what has failed nobody yet.
    bucket.faults.length = 0;
    stripe.failNoMore();
    // Stripe sends for three days what got no good answer, and any event twice.
    await stripe.webhooksSettled();
    await stripe.retryWebhooks();
    for (const member of members) await member.subscribe();
    await stripe.deliver(stripe.events(), `${fleet.origin}/webhooks/stripe`);
    const { states, outcomes } = world;
    const databaseUrl = fleet.databaseUrl;
    return {
      faults: report,
      outcomes,
      things: states.size,
      differences: await compareWithOutside({ states, members, databaseUrl, bucket, stripe }),
      output: fleet.output(),
    };
  } finally {
    await fleet?.stop();
    await Promise.all([bucket.stop(), stripe.close()]);
  }
}

/** Of the longest that a silent connection is waited for, and a start. */
const maxRecoveryMs = 60_000;

/** Until as many acts have been done again as there are members. Throws where nothing goes on. */
async function untilAnswered({ outcomes }: World, count: number): Promise<void> {
  const before = { ...outcomes };
  for (const since = Date.now(); outcomes.done < before.done + count; await delay(50))
    if (Date.now() - since > maxRecoveryMs)
      throw new Error(`nobody goes on: ${JSON.stringify(difference(outcomes, before))}`);
}

const difference = (now: Record<Outcome, number>, before: Record<Outcome, number>) => ({
  done: now.done - before.done,
  refused: now.refused - before.refused,
  unknown: now.unknown - before.unknown,
});

function shuffled<T>(things: readonly T[], random: () => number): T[] {
  return things
    .map((thing) => ({ thing, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ thing }) => thing);
}
