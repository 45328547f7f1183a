/** `owner`: the addressed thing's; `admin`: a console session without a member; `moderator`: a 見回り there. */
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
 * A status or the redirect's path. `alike`: as a visitor. `in`: past the door (no 401, 403, redirect or fault); other tests
 * judge the rest.
 */
export type Answer = number | `/${string}` | "alike" | "in";

/**
 * By default the admin gets a visitor's answer, a suspended account a denied one's; moderators are asked for the console only.
 */
type Answers = Record<Exclude<Role, "admin" | "moderator" | "suspended">, Answer> & {
  admin?: Answer;
  moderator?: Answer;
  suspended?: Answer;
};

export interface Expectation {
  /** The route table's with a leading slash. */
  pattern: string;
  method: string;
  /**
   * With `{owner}` (chosen name), `{ownerId}`, `{track}`, `{hidden}`, `{task}`, `{preview}`, `{code}`, `{playlist}`, `{slug}`,
   * `{privateList}`.
   */
  path: string;
  answers: Answers;
  body?: unknown;
}

/**
 * `request`: a method and the route's pattern, whose parameters have values: `GET /track/:id={track}?start=5`, `GET /*=no/such/page`.
 * GET is also tried as HEAD and, for screens, as page data.
 */
export function line(request: string, answers: Answers, body?: unknown): Expectation {
  const [, method = "", route = "", query = ""] = /^(\S+) ([^?]*)(.*)$/.exec(request) ?? [];
  return {
    pattern: route.replace(/(:\w+)=[^/]*|(\*)=.*/g, "$1$2"),
    method,
    path: route.replace(/:\w+=([^/]*)|\*=(.*)/g, "$1$2") + query,
    answers,
    body,
  };
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

/** Gate pages for unapproved accounts. */
export const gated = (visitor: Answer, member: Answer = 200): Answers =>
  everyone(member, { visitor, pending: "/pending-approval", denied: "/access-denied" });

export const own = gated(200);

export const closed = gated("/closed-beta");

export const members = (answer: Answer = 200, except: Partial<Answers> = {}): Answers =>
  everyone(answer, { visitor: 401, pending: 403, denied: 403, ...except });

export const accounts = (answer: Answer = 200): Answers => everyone(answer, { visitor: 401 });

export const adminOnly = (answer: Answer = 200, moderator: Answer = 403): Answers =>
  everyone(401, { admin: answer, moderator });

export const adminPage = (answer: Answer = 200, moderator: Answer = 403): Answers =>
  everyone(200, { admin: answer, moderator });

/** Members have no business there. */
export const forOutsiders = (answers: Partial<Answers> = {}): Answers =>
  everyone("/", { visitor: 200, pending: 200, denied: 200, ...answers });
