import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { db, write } from "#db/client.ts";
import { invitations, users } from "#db/schema/index.ts";
import { Client } from "../client.ts";
import { withDatabase } from "../database.ts";
import { IdentityProvider, type Person } from "./identity-provider.ts";
import { type RunningServer, startServer } from "./server.ts";

export let provider: IdentityProvider;
/** Its people sign in at `provider`; its database is open in the test too. */
export let server: RunningServer;

/** For this file, with `settings`; changes of the provider are undone after each test. */
export function withGoogleSignIn(
  o: { workers?: number; settings?: () => Promise<Record<string, string>> } = {},
): void {
  withDatabase();
  beforeAll(async () => {
    provider = await IdentityProvider.start();
    server = await startServer({
      dataDir: process.env.DATA_DIR ?? "",
      env: { ...provider.settings, ...(await o.settings?.()), LOG_LEVEL: "info" },
      workers: o.workers ?? 0,
    });
  });
  afterEach(() => {
    provider.troubles = {};
    provider.tamper = (idToken) => idToken;
  });
  afterAll(async () => {
    await server?.kill();
    await provider?.stop();
  });
}

let people = 0;

export function newPerson(claims: Record<string, unknown> = {}): Person {
  const number = ++people;
  return {
    sub: `google-${number}`,
    name: `山田 ${number}`,
    email: `person${number}@example.com`,
    email_verified: true,
    ...claims,
  };
}

export async function invite(
  uses = 1,
  changes: Partial<typeof invitations.$inferInsert> = {},
): Promise<string> {
  const code = randomUUID();
  await write((tx) =>
    tx.insert(invitations).values({ code, maxUses: uses, createdAt: new Date(), ...changes }),
  );
  return code;
}

export const browser = () => new Client(server.origin);

export const locationOf = (response: Response) => response.headers.get("Location") ?? "";

export async function begin(visitor: Client, query: Record<string, string> = {}): Promise<string> {
  return locationOf(await visitor.get(`/api/auth/google?${new URLSearchParams(query)}`));
}

/** Returns the callback as a path of the server. */
export async function visitProvider(
  visitor: Client,
  who: Person | "cancel",
  query: Record<string, string> = {},
): Promise<string> {
  const { pathname, search } = new URL(await provider.choose(await begin(visitor, query), who));
  return pathname + search;
}

export async function signIn(
  visitor: Client,
  who: Person | "cancel",
  query: Record<string, string> = {},
): Promise<string> {
  return locationOf(await visitor.get(await visitProvider(visitor, who, query)));
}

export async function joined(claims: Record<string, unknown> = {}): Promise<Person> {
  const who = newPerson(claims);
  expect(await signIn(browser(), who, { invitation: await invite() })).toBe("/?from_auth=true");
  return who;
}

/** The person's account; undefined without one. */
export async function accountOf(who: Person): Promise<typeof users.$inferSelect | undefined> {
  const identity = and(eq(users.provider, "google"), eq(users.subject, who.sub));
  return (await db.select().from(users).where(identity))[0];
}

/** The member that the server sees; null for nobody. */
export async function signedInAs(visitor: Client): Promise<unknown> {
  const response = await visitor.get("/api/auth/user");
  return response.ok ? await response.json() : null;
}

/** Says why a sign-in failed. */
export const failure = (error: string, redirect = "/") =>
  `/sign-in?${new URLSearchParams({ error, redirect })}`;
