/** Who asks. `owner` is a member whom the addressed thing belongs to, `admin` an administrator who is signed in to the console, and no member, `moderator` a 見回り there. */
export const roles = [
  "visitor",
  "admin",
  "moderator",
  "pending",
  "denied",
  "suspended",
  "member",
  "premium",
  "owner",
] as const;

export type Role = (typeof roles)[number];

/**
 * A status, or the path that the answer leads to. `alike`: the same as for a visitor, whatever that is. `in`: past the
 * door (no 401, no 403, no redirect, no fault), for calls whose answer is another test's matter.
 */
export type Answer = number | `/${string}` | "alike" | "in";

/**
 * Where it is not given, the admin gets what a visitor gets, and a suspended account what a denied one gets; a moderator is asked
 * for the console alone.
 */
type Answers = Record<Exclude<Role, "admin" | "moderator" | "suspended">, Answer> & {
  admin?: Answer;
  moderator?: Answer;
  suspended?: Answer;
};

export interface Expectation {
  /** As in the route table, with a slash before it. */
  pattern: string;
  method: string;
  /**
   * With the parts `{owner}` (chosen name), `{ownerId}`, `{track}`, `{hidden}`, `{task}`, `{preview}`, `{code}`,
   * `{playlist}` with its `{slug}`, `{privateList}`.
   */
  path: string;
  answers: Answers;
  /** Sent as JSON. */
  body?: unknown;
}

/** A line of the table. `request` is method and path; GET is asked as HEAD and, of screens, as page data too. */
export function line(pattern: string, request: string, answers: Answers, body?: unknown): Expectation {
  const [method = "", path = ""] = request.split(" ");
  return { pattern, method, path, answers, body };
}

export const everyone = (answer: Answer, except: Partial<Answers> = {}): Answers => ({
  visitor: answer,
  pending: answer,
  denied: answer,
  member: answer,
  premium: answer,
  owner: answer,
  ...except,
});

/** Gate pages instead for those with an account that is not approved. */
export const gated = (visitor: Answer, member: Answer = 200): Answers =>
  everyone(member, { visitor, pending: "/pending-approval", denied: "/access-denied" });

/** A member's own screen: the login prompt for visitors. */
export const own = gated(200);

export const closed = gated("/closed-beta");

/** A call that members make. */
export const members = (answer: Answer = 200, except: Partial<Answers> = {}): Answers =>
  everyone(answer, { visitor: 401, pending: 403, denied: 403, ...except });

/** A call about the account itself, approved or not. */
export const accounts = (answer: Answer = 200): Answers => everyone(answer, { visitor: 401 });

/** A call of the console: members are as little let in as visitors. */
export const adminOnly = (answer: Answer = 200, moderator: Answer = 403): Answers =>
  everyone(401, { admin: answer, moderator });

/** A page of the console: the login form for everybody else. */
export const adminPage = (answer: Answer = 200, moderator: Answer = 403): Answers =>
  everyone(200, { admin: answer, moderator });

/** A page for the outside: members have no business there. */
export const forOutsiders = (answers: Partial<Answers> = {}): Answers =>
  everyone("/", { visitor: 200, pending: 200, denied: 200, ...answers });
