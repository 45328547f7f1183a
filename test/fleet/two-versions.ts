import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { projectRoot } from "#app/config/project-root.ts";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { addAdminSession } from "../admin.ts";
import { expectations } from "../api/access-expectations.ts";
import { compareWithOutside } from "../chaos/compare.ts";
import { Member, type World } from "../chaos/member.ts";
import { type Outcome, PossibleStates } from "../chaos/possible-states.ts";
import { createTestDatabase, freePort, startPostgres } from "../databases/postgres.ts";
import { addFullAccount } from "../full-account.ts";
import { randomFrom } from "../random.ts";
import { startNginx } from "../servers/nginx.ts";
import { startS3Server } from "../servers/s3-server.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { startStripe } from "../stripe/server.ts";
import { addSessions } from "./start-fleet.ts";

interface TwoVersionsReport {
  /** Pages and calls that the old program was asked for on the new schema. */
  asked: number;
  /** Acts of members on both at once, by their answers. */
  outcomes: Record<Outcome, number>;
  /** Empty if the old program lives with the new schema. */
  wrong: string[];
}

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: projectRoot, encoding: "utf8", maxBuffer: 2 ** 30 }).trim();

/** The last release, or where there is none the commit before the newest migration. */
export function previousVersion(): string {
  const [tag] = git("tag", "--list", "v*", "--sort=-version:refname").split("\n");
  if (tag) return tag;
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(path.join(projectRoot, "db/migrations/postgres/meta/_journal.json"), "utf8"),
  );
  const newest = `db/migrations/postgres/${journal.entries.at(-1)?.tag}.sql`;
  return `${git("log", "-1", "--format=%H", "--diff-filter=A", "--", newest)}^`;
}

const npm = (folder: string, ...args: string[]) =>
  execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", 2] });

const build = (folder: string) => npm(folder, "run", "--silent", "build");

/** A built program of that commit in a folder of its own. Its packages are those of here where the lock files agree. */
function buildVersion(ref: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-old-"));
  const archive = execFileSync("git", ["archive", ref], { cwd: projectRoot, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  const lock = (of: string) => readFileSync(path.join(of, "package-lock.json"), "utf8");
  if (lock(folder) === lock(projectRoot))
    symlinkSync(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"));
  else npm(folder, "ci", "--no-audit", "--no-fund");
  build(folder);
  return folder;
}

/** What anybody may ask for without changing anything, with the parts of addresses filled in. */
function readingPaths(parts: Readonly<Record<string, string | number>>): string[] {
  const paths = expectations
    // Signing out, and streams without end.
    .filter(({ method, pattern }) => method === "GET" && !/logout$|stream$/.test(pattern))
    .map(({ path }) => path.replace(/\{(\w+)\}/g, (whole, part: string) => `${parts[part] ?? whole}`));
  return [...new Set(paths)];
}

/**
 * Starts the program of commit `ref` on a new Postgres, then this one beside it, which migrates; both have a worker. Members act on
 * both at once for `ms`, and what is there is compared with what they were answered. Then the old one is asked for every page and
 * call that reads, as a visitor, two members with a row in nearly every table, and an administrator, and is ended. Null where
 * Postgres is missing.
 */
export async function runTwoVersions(o: {
  ref: string;
  ms: number;
  onStep: (step: string) => void;
}): Promise<TwoVersionsReport | null> {
  const postgres = await startPostgres();
  if (!postgres) return null;
  const stops: (() => unknown)[] = [() => postgres.stop()];
  try {
    o.onStep(`building this program and ${o.ref}`);
    // First: there may be no such commit.
    const folder = buildVersion(o.ref);
    stops.push(() => rmSync(folder, { recursive: true, force: true }));
    build(projectRoot);
    return await compareVersions({ ...o, folder, stops, databaseServer: postgres.url });
  } finally {
    for (const end of stops.reverse()) await end();
  }
}

async function compareVersions(o: {
  folder: string;
  ms: number;
  databaseServer: string;
  stops: (() => unknown)[];
  onStep: (step: string) => void;
}): Promise<TwoVersionsReport> {
  const { url: databaseUrl } = await createTestDatabase(o.databaseServer, "mugen");
  const [bucket, stripe, port] = [await startS3Server(), await startStripe({ seed: "1" }), await freePort()];
  const dataDir = mkdtempSync(path.join(tmpdir(), "mugen-two-versions-"));
  o.stops.push(
    () => bucket.stop(),
    () => stripe.close(),
    () => rmSync(dataDir, { recursive: true, force: true }),
  );
  const ports = { old: await freePort(), new: await freePort() };
  const start = async (version: keyof typeof ports, folder: string) => {
    o.onStep(`starting the ${version} version`);
    const server = await startServer({
      dataDir,
      databaseUrl,
      folder,
      workers: 1,
      env: {
        PORT: `${ports[version]}`,
        PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
        TRUST_PROXY: "on",
        // Behind a proxy nobody signs in without a password.
        GOOGLE_CLIENT_ID: "two-versions",
        GOOGLE_CLIENT_SECRET: "two-versions",
        STORAGE: "s3",
        ...bucket.settings,
        ...stripe.settings,
      },
    });
    o.stops.push(() => server.kill());
    return server;
  };
  const old = await start("old", o.folder);
  const reader = new Reader(old);
  // What visitors ask for is prepared before the schema changes.
  await reader.ask("visitor before the update", "", readingPaths({}));
  const current = await start("new", projectRoot);
  const files = path.join(dataDir, "files");
  mkdirSync(files, { recursive: true });
  const nginx = await startNginx({ apps: Object.values(ports), files, port, user: "root" });
  o.stops.push(() => nginx.stop());
  stripe.sendWebhooksTo(`${nginx.origin}/webhooks/stripe`);

  o.onStep("acting on both");
  const world: World = {
    origin: nginx.origin,
    states: new PossibleStates(),
    stripe,
    random: randomFrom(1),
    memberIds: [],
    trackIds: [],
    outcomes: { done: 0, refused: 0, unknown: 0 },
  };
  const names = ["あかり", "ひびき", "みなと", "しおり"];
  const members = (await addSessions({ databaseUrl }, names)).map((session) => new Member(world, session));
  await Promise.all(members.map((member) => member.makeTrack()));
  const done = new AbortController();
  const acting = members.map((member) => member.actUntil(done.signal));
  await delay(o.ms);
  done.abort();
  await Promise.all(acting);
  await stripe.webhooksSettled();
  await stripe.retryWebhooks();
  const { states, outcomes } = world;
  const differences = await compareWithOutside({ states, members, databaseUrl, bucket, stripe });

  o.onStep("reading with the old version");
  const { cookies, parts } = await fill(databaseUrl);
  for (const [who, cookie] of Object.entries(cookies)) await reader.ask(who, cookie, readingPaths(parts));

  o.onStep("ending the old version");
  process.kill(old.pid ?? 0, "SIGTERM");
  await old.ended;
  const oldExit = await old.stop();
  const errors = [old, current].flatMap((server) =>
    server
      .output()
      .split("\n")
      // Rows that `fill` adds have no files.
      .filter((line) => /"level":[56]0\b/.test(line) && !line.includes("a stored file is missing"))
      .map((line) => `${server === old ? "old" : "new"}: ${line}`),
  );
  return {
    asked: reader.asked,
    outcomes,
    wrong: [
      ...reader.wrong,
      ...errors,
      ...(oldExit === 0 ? [] : [`the old version ended with ${oldExit}`]),
      ...(outcomes.unknown === 0 ? [] : [`${outcomes.unknown} acts had no good answer`]),
      ...differences,
    ],
  };
}

/** Two members with a row in nearly every table, and an administrator. */
async function fill(databaseUrl: string) {
  await openDatabase({ url: databaseUrl, dataDir: "", migrate: false });
  try {
    const [{ viewer, token }, other] = [await addFullAccount(), await addFullAccount()];
    const friend = await startSession({ userId: other.viewer.id, deviceInfo: "" });
    return {
      cookies: {
        visitor: "",
        member: `mugen_session=${token}`,
        friend: `mugen_session=${friend}`,
        administrator: `mugen_admin=${(await addAdminSession()).token}`,
      },
      parts: { owner: viewer.customUserId ?? viewer.id, ownerId: viewer.id, track: 1, playlist: 1 },
    };
  } finally {
    await closeDatabase();
  }
}

/** Asks a server, and notes each answer that is its fault. */
class Reader {
  asked = 0;
  readonly wrong: string[] = [];
  readonly #server: RunningServer;

  constructor(server: RunningServer) {
    this.#server = server;
  }

  async ask(who: string, cookie: string, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const response = await fetch(this.#server.origin + path, {
        headers: { Accept: "text/html,application/json", ...(cookie && { Cookie: cookie }) },
        redirect: "manual",
      });
      await response.arrayBuffer();
      this.asked += 1;
      if (response.status >= 500) this.wrong.push(`${response.status} for ${who}: ${path}`);
    }
  }
}
