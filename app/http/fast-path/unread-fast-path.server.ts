import {
  countUnreadOfSessions,
  unreadCountResponse,
} from "#app/features/notifications/unread/count-unread.server.ts";
import { batch } from "#app/lib/batch.ts";
import { parseSessionToken } from "../auth/session-cookie.server.ts";
import { isPoll } from "./coalesce-polls.ts";
import type { FastPath } from "./fast-path.server.ts";

const findCount = batch(async (questions: readonly { cookie: string; site: { secure: boolean } }[]) => {
  const tokens = questions.map(({ cookie, site }) => parseSessionToken(cookie, site));
  const counts = await countUnreadOfSessions(tokens.filter((token) => token !== null));
  return tokens.map((token) => (token === null ? null : (counts.get(token) ?? null)));
});

/**
 * GET of `/api/notifications/unread-count` by approved members. Leaves missing sessions, other accounts and sessions due for
 * extension to the route.
 */
export const unreadFastPath: FastPath = (request) => {
  if (!isPoll(request)) return null;
  const { headers } = request;
  return async (site) => {
    const { cookie } = headers;
    const count = cookie ? await findCount({ cookie, site }) : null;
    if (count === null) return null;
    const { status, headers: own, body } = unreadCountResponse(count, headers["if-none-match"]);
    return (response, others) => {
      const length = body === null ? {} : { "Content-Length": Buffer.byteLength(body) };
      response.writeHead(status, { ...others, ...own, ...length }).end(body);
    };
  };
};
