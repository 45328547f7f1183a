import type { DocumentedCall } from "#app/features/api-docs/documented-calls.ts";
import { listedRoutes } from "../../api/route-patterns.ts";
import type { ActorName } from "./actors.ts";
import { Dice } from "./dice.ts";
import { edgeSegment, encodeSegment, hostileCursors, hostileMixture, hostileTexts } from "./edge-values.ts";
import { type FuzzRequest, type Material, networkOf } from "./requests.ts";
import { idsFor, type Kind } from "./things.ts";

const patterns = listedRoutes.filter(({ isScreen }) => isScreen).map(({ pattern }) => pattern);

/** What a parameter of a screen's address names, by what stands before it. */
const kindsBefore: Readonly<Record<string, Kind>> = {
  track: "track",
  tracks: "track",
  "delete-track": "track",
  insights: "track",
  playlists: "playlist",
  playlist: "playlist",
  items: "item",
  drafts: "task",
  users: "person",
  user: "person",
  i: "invitation",
  objections: "objection",
};

const kindsOfParameters: Readonly<Record<string, Kind>> = { userId: "person", slug: "slug" };

/** What screens read from the query. */
const queryNames = [
  ...["cursor", "redirect", "tab", "state", "track", "payment", "key", "source", "search", "receipt"],
  ...["next", "error", "edit", "days", "code", "sent", "delete", "word", "url", "upload", "template", "task"],
  ...["target", "subject", "stop", "step", "sort", "revoke", "removed", "pwa", "page", "month", "letter"],
  ...["kind", "invitation", "from_auth", "from", "flow", "checkout", "category", "by", "user", "number"],
  ...["view", "query", "actor", "action", "reported", "refresh", "session_id", "id", "t", "line", "sub"],
] as const;

const kindsInQuery: Readonly<Record<string, Kind>> = { track: "track", task: "task", user: "person" };

const plainValues = [
  ...["1", "2", "30", "90", "true", "false", "all", "open", "closed", "pending", "approved", "visible"],
  ...["hidden", "month", "payments", "failed", "refunds", "disputes", "new", "old", "title", "favorites"],
  ...["playlists", "tracks", "edit", "publish", "input", "start-over", "v1", "v2", "2026-11", "2026-13"],
  ...["夜", "音", "歴史", "/", "/profile", "//elsewhere.example", "https://elsewhere.example/"],
] as const;

const callers = [
  ["visitor", 20],
  ["member", 22],
  ["other", 20],
  ["listener", 14],
  ["admin", 2],
] as const satisfies (readonly [ActorName, number])[];

const callersOfConsole = [
  ["admin", 60],
  ["moderator", 30],
  ["member", 6],
  ["visitor", 4],
] as const satisfies (readonly [ActorName, number])[];

/** A screen, or its data as the router asks for it: all screens in turn, as somebody who may see it or not. */
export function makePageRequest(material: Material, o: { seed: number; number: number }): FuzzRequest {
  const { number } = o;
  // Beside the requests of the document, which have the numbers from 0.
  const dice = new Dice(o.seed, -2 - number);
  const pattern = patterns[number % patterns.length] ?? "/";
  const isConsole = pattern.startsWith("/admin");
  const actor = dice.weighted(isConsole ? callersOfConsole : callers);
  const path = pathOf(pattern, { material, actor, dice });
  const isData = dice.chance(0.4);
  const call: DocumentedCall = {
    id: `screen ${pattern}`,
    method: "GET",
    path: pattern,
    tag: "",
    summary: "",
    who: isConsole ? "admin" : "anyone",
    parameters: [],
    responses: [],
    errorStatuses: [],
  };
  return {
    number,
    call,
    actor,
    method: "GET",
    address: (isData ? `${path === "/" ? "/_root" : path}.data` : path) + queryOf({ material, actor, dice }),
    headers: networkOf(dice),
    body: undefined,
  };
}

interface From {
  material: Material;
  actor: ActorName;
  dice: Dice;
}

function pathOf(pattern: string, from: From): string {
  const segments = pattern.split("/");
  return segments
    .map((segment, at) => {
      if (segment === "*") return from.dice.pick(["nowhere", "nowhere/at/all", "夜"] as const);
      if (!segment.startsWith(":")) return segment;
      if (from.dice.chance(0.15)) return edgeSegment(from.dice);
      const name = segment.slice(1);
      const kind = kindsOfParameters[name] ?? kindsBefore[segments[at - 1] ?? ""];
      return encodeSegment(kind ? idOf(kind, from) : `${from.dice.between(1, 60)}`);
    })
    .join("/");
}

function idOf(kind: Kind, { material, actor, dice }: From): string {
  const { own, guarded, others } = idsFor(material.things, { kind, actor, changes: false, isInBody: false });
  // Whoever has an invitation's code may read its word.
  const all = kind === "invitation" ? [own, others] : [own, guarded, others];
  return dice.pick(dice.pick(all.filter((ids) => ids.length > 0)) ?? []) ?? "1";
}

function queryOf(from: From): string {
  const { dice } = from;
  const query = new URLSearchParams();
  for (let left = dice.between(0, 3); left > 0; left--) {
    const name = dice.pick(queryNames);
    const kind = kindsInQuery[name];
    query.append(
      name,
      dice.weighted([
        [kind ? idOf(kind, from) : "1", 25],
        [dice.pick(plainValues), 40],
        [dice.pick(hostileTexts), 15],
        [dice.pick(hostileCursors), 10],
        [hostileMixture(dice, 400), 10],
      ]),
    );
  }
  const text = query.toString();
  return text ? `?${text}` : "";
}
