import type { RouteConfigEntry } from "@react-router/dev/routes";
import { getTableName, is, sql, Table } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import "#app/server/register-features.ts";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import { callTables } from "#app/routes/api/calls.ts";
import routes from "#app/routes.ts";
import { db } from "#db/client.ts";
import * as schema from "#db/schema/index.ts";
import { addAdminSession, addOperator } from "#test/admin.ts";
import { withCheapPasswords } from "#test/cheap-passwords.ts";
import { requests } from "#test/console/requests.ts";
import { member, type Sent } from "#test/console/things.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { contextOf } from "#test/request-context.ts";

const hourMs = 3_600_000;

type FormAction = (form: ReturnType<typeof formRequest>) => Promise<unknown>;

/** Every form of the console that a route has declared. */
const adminForms = vi.hoisted((): { schema: z.ZodType; action: FormAction }[] => []);
vi.mock("#app/http/core/form-action.server.ts", async (importActual) => {
  const actual = await importActual<typeof import("#app/http/core/form-action.server.ts")>();
  return {
    ...actual,
    formAction(options: Parameters<typeof actual.formAction>[0]) {
      const action = actual.formAction(options);
      if (options.who === "admin") adminForms.push({ schema: options.schema, action });
      return action;
    },
  };
});

// on one database: which verbs ask for the password does not depend on it
// long: does everything that the console can do, twice
withDatabase();
withCheapPasswords();

/** What takes rows away without the password: nothing that a member has, and nothing that anybody made. */
const withoutPassword = new Set([
  // The operator's own logins: a strange one must end at once.
  "account sign-out",
  "account end-session",
  "account end-others",
  // It asks for the present password itself, however lately it was typed.
  "account change-password",
  "POST /api/admin/logout",
  // Another's, who can sign in again.
  "operators end-sessions",
  // What protects an account must not wait; both are what they were.
  "members cancel-sign-in-move",
  // A setting, which everybody sees.
  "notices end-maintenance",
  // The operator's own browser, which can be added again.
  "alerts remove-device",
  "DELETE /api/admin/push",
  // A line about an upload that has ended.
  "upload forget",
]);

/** What asks for the password and takes nothing away: who gets in, and what they may do there. */
const letsIn = new Set([
  "members move-sign-in",
  "account begin-second-factor",
  "account begin-passkey",
  "account add-passkey",
  "operators invite",
  "operators link",
  "operators role",
]);

interface Verb {
  name: string;
  /** As `requirePermission` names it. */
  act: string;
  /** Part of a call's description where it asks for the password. */
  description: string | null;
  send(sent: Sent, admin: AdminSession): Promise<unknown>;
}

/** Pages with the same forms. */
const groups: Record<string, string> = {
  "admin/users": "members",
  "admin/users/:userId": "members",
  "admin/tracks/:trackId": "tracks",
  "admin/objections/:objectionId": "objections",
  "admin/tracks/:trackId/correct": "official-track",
  "admin/tracks/:trackId/edit": "official-track",
};

const flat = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);

/**
 * Every form of the console and every call that the admin may make and that changes something, from the tables of routes and
 * calls.
 */
async function listVerbs(): Promise<Verb[]> {
  const verbs: Verb[] = [];
  for (const { file, path = "" } of flat(routes)) {
    if (!file.startsWith("routes/screens/admin/")) continue;
    const known = adminForms.length;
    await import(`../${file}`);
    for (const { schema: fields, action } of adminForms.slice(known)) {
      const page = groups[path] ?? path.replace("admin/", "");
      for (const intent of intentsOf(fields))
        verbs.push({
          name: `${page} ${intent}`,
          act: `POST /${path} ${intent}`.trimEnd(),
          description: null,
          send: (sent, admin) => action(formRequest(sent, intent, admin, `/${path}`)),
        });
    }
  }
  for (const [address, operations] of callTables.flatMap((table) => Object.entries(table))) {
    for (const [method, operation] of Object.entries(operations)) {
      if (method === "GET" || !/admin/.test(operation.declared.who)) continue;
      verbs.push({
        name: `${method} ${address}`,
        act: `${method} ${address}`,
        description: operation.declared.description ?? "",
        send: (sent, admin) => {
          const { request, context } = callRequest(sent, method, admin);
          return operation.run(request, context, sent.params ?? {}, address);
        },
      });
    }
  }
  return verbs;
}

const intentShape = z.object({ const: z.string().optional(), enum: z.array(z.string()).optional() });

/** The values of `intent` that a form's schema takes; "" for a form without the field. */
function intentsOf(fields: z.ZodType): string[] {
  const described = z
    .object({ oneOf: z.array(z.unknown()).optional(), anyOf: z.array(z.unknown()).optional() })
    .loose()
    .parse(z.toJSONSchema(fields, { io: "input", unrepresentable: "any" }));
  const options = described.oneOf ?? described.anyOf ?? [described];
  return options.flatMap((option) => {
    const { properties } = z
      .object({ properties: z.object({ intent: intentShape.optional() }).loose().optional() })
      .parse(option);
    const intent = properties?.intent;
    return intent?.enum ?? [intent?.const ?? ""];
  });
}

let address = 0;
const contextFor = (request: Request, admin: AdminSession) =>
  contextOf(request, { admin: async () => admin, address: `10.1.${address >> 8}.${address++ & 255}` });

function formRequest(sent: Sent, intent: string, admin: AdminSession, pattern: string) {
  const fields = new URLSearchParams([...(intent ? [["intent", intent]] : []), ...(sent.fields ?? [])]);
  const request = new Request("http://localhost/admin", { method: "POST", body: fields });
  return { request, params: sent.params ?? {}, context: contextFor(request, admin), pattern };
}

function callRequest(sent: Sent, method: string, admin: AdminSession) {
  const request = new Request("http://localhost/api", {
    method,
    headers: { "Content-Type": "application/json" },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  });
  return { request, context: contextFor(request, admin) };
}

const answered = z.object({
  status: z.number().optional(),
  init: z.object({ status: z.number().optional() }).nullish(),
});

/** The status of what was returned or thrown; of an error of the domain its code. */
async function outcomeOf(sending: Promise<unknown>): Promise<number | string> {
  const answer = await sending.catch((thrown: unknown) => thrown);
  if (answer instanceof Error) return z.object({ code: z.string() }).parse(answer).code;
  const read = answered.safeParse(answer);
  const form = z
    .object({ data: z.object({ result: z.object({ error: z.record(z.string(), z.unknown()).nullish() }) }) })
    .safeParse(answer);
  if (form.success && form.data.data.result.error?.password) return "reauthentication_required";
  return (read.success && (read.data.status ?? read.data.init?.status)) || 200;
}

/** One statement for all: each verb is asked four times what there is. */
const rowsOfTables = Object.fromEntries(
  Object.values<unknown>(schema)
    .filter((one): one is Table => is(one, Table) && one !== schema.reviewItems)
    .map((one) => [getTableName(one), sql<number>`(select count(*) from ${one})`]),
);

/**
 * Rows of each table but the operators' list of what is to be looked at, and what each member has: whatever is less later was
 * lost.
 */
async function possessions(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const [counts = {}] = await db.select(rowsOfTables).from(sql`(select 1)`);
  for (const [name, count] of Object.entries(counts)) found.set(`rows of ${name}`, count);
  for (const { id, state, canInvite, premiumGrantedUntil } of await db.select().from(schema.users)) {
    found.set(`access of ${id}`, Number(state === "approved"));
    found.set(`invitations of ${id}`, Number(canInvite));
    found.set(`premium of ${id}`, premiumGrantedUntil?.getTime() ?? 0);
  }
  for (const { id, cancelAtPeriodEnd } of await db.select().from(schema.subscriptions))
    found.set(`subscription ${id}`, Number(!cancelAtPeriodEnd));
  for (const { id, reversedAt } of await db.select().from(schema.payments))
    found.set(`payment ${id}`, Number(reversedAt === null));
  for (const { id, status } of await db.select().from(schema.themes))
    found.set(`theme ${id}`, Number(status === "approved"));
  return found;
}

/** What is less than before, jobs and letters aside, which come and go. */
async function lostSince(before: Map<string, number>): Promise<string[]> {
  const after = await possessions();
  return [...before].flatMap(([what, count]) => ((after.get(what) ?? 0) < count ? [what] : []));
}

/** Those of pages that have the same forms too. */
const allVerbs = await listVerbs();
const verbs = [...new Map(allVerbs.map((verb) => [verb.name, verb])).values()];

test("every verb of the console has a request, and every request is of a verb", () => {
  expect(
    Object.keys(requests).sort(),
    "the requests of test/console/requests.ts, and the verbs that routes and calls declare",
  ).toEqual(verbs.map(({ name }) => name).sort());
});

test.each(verbs.map((verb) => [verb.name, verb] as const))(
  "%s takes nothing away unless the password was typed lately",
  async (name, { send, description }) => {
    const make = requests[name];
    if (!make) throw new Error(`no request for ${name}`);
    const stale = await make();
    const { admin: old } = await addAdminSession({ passwordAgeMs: hourMs });
    let before = await possessions();
    const asked = (await outcomeOf(send(stale, old))) === "reauthentication_required";
    const lostWithout = await lostSince(before);
    if (asked) expect(lostWithout, "lost without the password").toEqual([]);

    const fresh = await make();
    const { admin } = await addAdminSession();
    before = await possessions();
    const outcome = await outcomeOf(send(fresh, admin));
    const lost = await lostSince(before);
    if (fresh.status === undefined) expect([200, 201, 202, 204, 302, 303], `${outcome}`).toContain(outcome);
    // Only what takes something away asks, and the document says so.
    expect({ asked, lost: lost.length > 0 }).toEqual(
      withoutPassword.has(name)
        ? { asked: false, lost: true }
        : { asked: lost.length > 0 || letsIn.has(name), lost: lost.length > 0 },
    );
    if (description !== null && asked) expect(description).toContain("reauthentication_required");
  },
);

test("a moderator does what is listed here and nothing else, whatever is sent", async () => {
  const done: string[] = [];
  for (const { act, send } of allVerbs) {
    const { admin } = await addOperator();
    if (![403, "forbidden"].includes(await outcomeOf(send({}, admin)))) done.push(act);
  }
  const posts = (page: string, intents: string) => intents.split(" ").map((one) => `POST ${page} ${one}`);
  expect(done.sort()).toEqual(
    [
      ...posts(
        "/admin/account",
        "sign-out end-session end-others change-password begin-second-factor confirm-second-factor remove-second-factor begin-passkey add-passkey remove-passkey refuse-password-sign-in allow-password-sign-in",
      ),
      ...posts("/admin/alerts", "save test remove-device"),
      "POST /api/admin/push",
      "DELETE /api/admin/push",
      ...posts("/admin/review", "approve hold hide take-down approve-shown undo save-filter remove-filter"),
      "POST /admin/word-list try",
      ...posts("/admin/members", "search suspend restore note bulk-suspend cancel-run"),
      ...posts("/admin/users/:userId", "search suspend restore note"),
      ...["/admin/users/:userId", "/admin/inquiries"].flatMap((page) =>
        posts(page, "profile-reset playlist-take-down playlist-restore playlist-reset"),
      ),
      ...posts("/admin/tracks/:trackId", "take-down restore review"),
      ...posts(
        "/admin/tracks",
        "take-down restore review bulk-take-down bulk-restore bulk-review cancel-run",
      ),
      ...posts("/admin/inquiries", "report-close report-take-down report-reopen report-note"),
      ...posts("/admin/inquiries", "reports-close reports-take-down cancel-run"),
      ...posts("/admin/inquiries", "subject-close subject-reopen subject-note"),
      "POST /admin/objections/:objectionId note",
      "POST /api/admin/logout",
      "PATCH /api/admin/users/:userId/state",
    ].sort(),
  );
});

test("of the states of a member a moderator gives the suspension alone, by a call too", async () => {
  const { admin } = await addOperator();
  const verb = allVerbs.find(({ act }) => act === "PATCH /api/admin/users/:userId/state");
  const set = async (userId: string, body: unknown) =>
    verb && (await outcomeOf(verb.send({ params: { userId }, body }, admin)));
  const userId = await member();
  expect(await set(userId, { state: "denied" })).toBe("forbidden");
  expect(await set((await addMember({ state: "pending" })).id, { state: "approved" })).toBe("forbidden");
  expect(await set(userId, { state: "suspended", reason: "確認しています" })).toBe(200);
  expect(await set(userId, { state: "approved" })).toBe(200);
});
