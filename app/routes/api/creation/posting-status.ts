import { getPostingStatus } from "#app/features/creation/daily-use.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({ GET: forMembers({ answer: ({ viewer }) => getPostingStatus(viewer) }) });
export const loader = route.loader;
export const action = route.action;
