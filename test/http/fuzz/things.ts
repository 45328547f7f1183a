import { type ActorName, isOfConsole } from "./actors.ts";

/** What an id can name. */
export type Kind =
  | "track"
  | "playlist"
  | "item"
  | "person"
  | "task"
  | "script"
  | "preview"
  | "notification"
  | "pronunciation"
  | "invitation"
  | "session"
  | "voice"
  | "line"
  | "category"
  | "slug"
  | "upload"
  | "generation"
  | "theme"
  | "objection"
  | "evidence";

export interface Thing {
  kind: Kind;
  id: string;
  /** `anybody`: of accounts that nobody acts as, or of none. */
  owner: ActorName | "anybody";
  /** Has secrets: who may publish or delete it reads it only, or the secret would be none. */
  isGuarded: boolean;
}

const kindsByName: Readonly<Record<string, Kind>> = {
  userId: "person",
  customUserId: "person",
  itemId: "item",
  filename: "preview",
  previewFilename: "preview",
  code: "invitation",
  sessionId: "session",
  voiceId: "voice",
  line: "line",
  category: "category",
  slug: "slug",
  fileId: "evidence",
  trackId: "track",
  trackIds: "track",
  after: "track",
};

const kindsByAddress: readonly (readonly [beginning: string, kind: Kind])[] = [
  ["/api/tracks/", "track"],
  ["/api/likes/", "track"],
  ["/api/stream/", "track"],
  ["/api/offline/", "track"],
  ["/api/user/listening-history/", "track"],
  ["/api/admin/files/sync/", "track"],
  ["/api/admin/tracks/", "track"],
  ["/api/playlists/", "playlist"],
  ["/api/og/", "playlist"],
  ["/api/users/", "person"],
  ["/api/user/profile/", "person"],
  ["/api/follows/", "person"],
  ["/api/audio-tasks/{id}/lines/", "script"],
  ["/api/audio-tasks/", "task"],
  ["/api/notifications/", "notification"],
  ["/api/readings/", "pronunciation"],
  ["/api/auth/sessions/", "session"],
  ["/api/admin/uploads/", "upload"],
  ["/api/admin/tasks/", "generation"],
  ["/api/admin/themes/", "theme"],
  ["/api/admin/objections/", "objection"],
];

/** What a parameter of this path names; undefined for none of the kinds. */
export function kindOfParameter(path: string, name: string): Kind | undefined {
  if (name !== "id") return kindsByName[name];
  return kindsByAddress.find(([beginning]) => path.startsWith(beginning))?.[1];
}

/** What a field of a body names. */
export function kindOfField(path: string, name: string): Kind | undefined {
  if (name === "sessionId") return "task";
  if (name === "ids") return "notification";
  if (name === "id" && path.endsWith("/reorder")) return "item";
  // A playlist's categories are a text.
  return name === "category" ? undefined : kindsByName[name];
}

/** Of these even the name in a body publishes. */
const isPublishedByName = (kind: Kind) => kind === "preview" || kind === "task";

/** Ids for a request of `actor`: their own, others' that have secrets, and others' that have none. */
export function idsFor(
  things: readonly Thing[],
  o: { kind: Kind; actor: ActorName; changes: boolean; isInBody: boolean },
): { own: string[]; guarded: string[]; others: string[] } {
  const { kind, actor, changes, isInBody } = o;
  const isSafe = ({ isGuarded, owner }: Thing) => {
    if (!isGuarded || !changes) return true;
    if (isOfConsole(actor)) return false;
    return owner !== actor || (isInBody && !isPublishedByName(kind));
  };
  const found = things.filter((thing) => thing.kind === kind && isSafe(thing));
  const idsOf = (isWanted: (thing: Thing) => boolean) => found.filter(isWanted).map(({ id }) => id);
  return {
    own: idsOf(({ owner }) => owner === actor),
    guarded: idsOf(({ owner, isGuarded }) => owner !== actor && isGuarded),
    others: idsOf(({ owner, isGuarded }) => owner !== actor && !isGuarded),
  };
}
