import { createHash } from "node:crypto";
import pg from "pg";
import { z } from "zod";
import { usedGenerations } from "../api/journeys.ts";
import { s3ClientFor, type TestBucket } from "../servers/s3-server.ts";
import type { StripeDouble } from "../stripe/double.ts";
import type { Member } from "./member.ts";
import type { PossibleStates } from "./possible-states.ts";

const premium = z.object({ isPremium: z.boolean() });

interface Found {
  states: PossibleStates;
  members: readonly Member[];
  databaseUrl: string;
  bucket: TestBucket;
  stripe: StripeDouble;
}

/** Every way in which the installation is not what its members and Stripe know of it; empty if all is right. */
export async function compareWithOutside(o: Found): Promise<string[]> {
  const client = new pg.Client({ connectionString: o.databaseUrl });
  await client.connect();
  const select = async (text: string) => (await client.query<Record<string, string>>(text)).rows;
  try {
    return [
      ...(await compareRows(o.states, select)),
      ...(await compareCounters(select)),
      ...(await compareFiles(o.bucket, select)),
      ...(await compareUses(o)),
      ...(await compareMoney(o, select)),
    ];
  } finally {
    await client.end();
  }
}

type Select = (text: string) => Promise<Record<string, string>[]>;

async function compareRows(states: PossibleStates, select: Select): Promise<string[]> {
  /** Of every thing that there is, how often. */
  const counted = async (text: string) => {
    const counts = new Map<string, number>();
    for (const { thing = "" } of await select(text)) counts.set(thing, (counts.get(thing) ?? 0) + 1);
    return counts;
  };
  const likes = await counted("select concat('like ', user_id, ' ', track_id) as thing from likes");
  const follows = await counted(
    "select concat('follow ', follower_id, ' ', following_id) as thing from follows",
  );
  const items = await counted(
    "select concat('item ', playlist_id, ' ', track_id) as thing from playlist_items",
  );
  const playlists = await counted("select concat('playlist ', user_id, ' ', name) as thing from playlists");
  const tracks = await counted("select concat('track ', user_id, ' ', title) as thing from tracks");
  const isOn = (rows: Map<string, number>) => (thing: string) =>
    ["off", "on"][rows.get(thing) ?? 0] ?? "twice";
  const times = (rows: Map<string, number>) => (thing: string) => `${rows.get(thing) ?? 0}`;
  return [
    ...states.differences("like", isOn(likes)),
    ...states.differences("follow", isOn(follows)),
    ...states.differences("item", isOn(items)),
    ...states.differences("playlist", times(playlists)),
    ...states.differences("track", times(tracks)),
  ];
}

/** Counts that are kept beside the rows they count, and places without gaps. */
async function compareCounters(select: Select): Promise<string[]> {
  const counters = [
    ["tracks", "like_count", "(select count(*) from likes where track_id = kept.id)"],
    // Of members, who may have it in several playlists.
    [
      "tracks",
      "bookmark_count",
      "(select count(distinct user_id) from playlist_items join playlists on playlists.id = playlist_id where track_id = kept.id)",
    ],
    ["users", "following_count", "(select count(*) from follows where follower_id = kept.id)"],
    ["users", "follower_count", "(select count(*) from follows where following_id = kept.id)"],
    ["playlists", "follower_count", "(select count(*) from playlist_follows where playlist_id = kept.id)"],
  ];
  const differences: string[] = [];
  for (const [table, column, counted] of counters) {
    const wrong = await select(
      `select * from (select id, ${column} as kept, ${counted} as counted from ${table} as kept) as pairs where pairs.kept <> pairs.counted`,
    );
    for (const { id, kept, counted } of wrong)
      differences.push(`${column} of ${table} ${id} is ${kept}, not ${counted}`);
  }
  const gaps = await select(
    "select playlist_id as id from playlist_items group by playlist_id having max(position) <> count(*)",
  );
  return [...differences, ...gaps.map(({ id }) => `playlist ${id} has gaps`)];
}

/** Each track's sound is in the bucket, byte for byte. */
async function compareFiles(bucket: TestBucket, select: Select): Promise<string[]> {
  const s3 = s3ClientFor(bucket.settings);
  const rows = await select("select storage_key as key, sha256 from renditions");
  const without = await select("select id from tracks where id not in (select track_id from renditions)");
  const differences = without.map(({ id }) => `track ${id} has no sound`);
  for (const { key = "", sha256 } of rows) {
    const bytes = await s3.read(key);
    const found = bytes instanceof Uint8Array && createHash("sha256").update(bytes).digest("hex");
    if (found !== sha256) differences.push(`${key} is ${found ? "another file" : "not there"}`);
  }
  return differences;
}

async function compareUses({ states, members }: Found): Promise<string[]> {
  const differences: string[] = [];
  for (const member of members) {
    const [least, most] = states.sumOf(`use ${member.id} `);
    const used = await usedGenerations(member.client);
    if (used < least || used > most)
      differences.push(`${member.id} has ${used} uses, not ${least} to ${most}`);
  }
  return differences;
}

/** One subscription for who paid, one receipt for each charge, and premium for who has it at Stripe. */
async function compareMoney({ members, stripe }: Found, select: Select): Promise<string[]> {
  const { subscriptions, charges } = stripe.account;
  const customers = new Map(
    (await select("select id, stripe_customer_id as customer from users")).map(({ id, customer }) => [
      id,
      customer,
    ]),
  );
  const receipts = await select("select user_id as id from receipts");
  const differences: string[] = [];
  for (const { id, client } of members) {
    const of = <T extends { customer: unknown }>(things: Iterable<T>) =>
      [...things].filter(({ customer }) => customer !== null && customer === customers.get(id));
    const active = of(subscriptions.values()).filter(({ status }) => status === "active").length;
    const paid = of(charges.values()).filter((charge) => charge.status === "succeeded").length;
    const receipted = receipts.filter((receipt) => receipt.id === id).length;
    const { isPremium } = premium.parse(await (await client.get("/api/auth/premium-status")).json());
    if (active > 1) differences.push(`${id} has ${active} subscriptions`);
    if (isPremium !== active > 0) differences.push(`${id} is ${isPremium ? "" : "not "}premium`);
    if (paid !== receipted) differences.push(`${id} paid ${paid} times and has ${receipted} receipts`);
  }
  return differences;
}
