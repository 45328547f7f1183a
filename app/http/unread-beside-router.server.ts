import { countUnread } from "#app/features/notifications/count-unread.server.ts";
import { unreadCountAnswer } from "#app/features/notifications/unread-count-answer.ts";
import type { Shortcut } from "./beside-router.server.ts";
import { readSessionIn } from "./session.server.ts";

const address = /^\/api\/notifications\/unread-count(?:\?|$)/;

/**
 * GET of `/api/notifications/unread-count` by approved members, which every open page may ask for every five seconds.
 * The session is looked up, and goes on, as anywhere else; who has none, or is not approved, is the route's.
 */
export const unreadShortcut: Shortcut = ({ method, url: path = "", headers }) => {
  if (method !== "GET" || !address.test(path)) return null;
  return async (url) => {
    const viewer = await readSessionIn(headers.cookie ?? "", url);
    if (viewer?.state !== "approved") return null;
    const count = await countUnread({ userId: viewer.id });
    const { status, headers: own, body } = unreadCountAnswer(count, headers["if-none-match"]);
    return (response) => {
      response.writeHead(status, own).end(body);
    };
  };
};
