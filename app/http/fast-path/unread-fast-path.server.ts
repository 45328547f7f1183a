import {
  countUnreadOfSession,
  unreadCountResponse,
} from "#app/features/notifications/unread/server/count-unread.server.ts";
import { parseSessionToken } from "../auth/session.server.ts";
import type { FastPath } from "./fast-path.server.ts";

const pathPattern = /^\/api\/notifications\/unread-count(?:\?|$)/;

/**
 * GET of `/api/notifications/unread-count` by approved members, which every open page may poll every five seconds. Requests
 * without a session, of accounts that are not approved, and of sessions that are due for extension are the route's.
 */
export const unreadFastPath: FastPath = ({ method, url: path = "", headers }) => {
  if (method !== "GET" || !pathPattern.test(path)) return null;
  return async (site) => {
    const token = parseSessionToken(headers.cookie ?? "", site);
    const count = token ? await countUnreadOfSession(token) : null;
    if (count === null) return null;
    const { status, headers: own, body } = unreadCountResponse(count, headers["if-none-match"]);
    return (response, others) => {
      response.writeHead(status, { ...others, ...own }).end(body);
    };
  };
};
