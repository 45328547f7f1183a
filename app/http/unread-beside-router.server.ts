import { countUnreadOf } from "#app/features/notifications/server/count-unread.server.ts";
import { unreadCountAnswer } from "#app/features/notifications/unread-count-answer.ts";
import type { Shortcut } from "./beside-router.server.ts";
import { tokenIn } from "./session.server.ts";

const address = /^\/api\/notifications\/unread-count(?:\?|$)/;

/**
 * GET of `/api/notifications/unread-count` by approved members, which every open page may ask for every five seconds.
 * Who has no session, is not approved, or whose session is due to be extended, is the route's.
 */
export const unreadShortcut: Shortcut = ({ method, url: path = "", headers }) => {
  if (method !== "GET" || !address.test(path)) return null;
  return async (url) => {
    const token = tokenIn(headers.cookie ?? "", url);
    const count = token ? await countUnreadOf(token) : null;
    if (count === null) return null;
    const { status, headers: own, body } = unreadCountAnswer(count, headers["if-none-match"]);
    return (response) => {
      response.writeHead(status, own).end(body);
    };
  };
};
