import { listEvidence } from "#app/features/objections/evidence.server.ts";
import {
  decidedLabel,
  demandLabels,
  evidenceSize,
  isObjectionOutcome,
  objectionMessages,
  objectionPath,
  partyLabel,
  stateLabel,
} from "#app/features/objections/objection.ts";
import { addObjectorMessage } from "#app/features/objections/objection-verbs.server.ts";
import { objectorMessageSchema } from "#app/features/objections/objections.schema.ts";
import { objectionState, readOwnObjection } from "#app/features/objections/objections.server.ts";
import { OwnObjection } from "#app/features/objections/own-objection.tsx";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { formatDate, formatDateTime } from "#app/lib/format-date.ts";
import type { Route } from "./+types/objection-page";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle(objectionMessages.heading, matches) },
  { name: "robots", content: "noindex, nofollow" },
];

type Asked = Pick<Route.LoaderArgs, "params" | "context">;

/** What the address says; the receipt alone opens nothing. */
const keyOf = ({ params, context }: Asked) => ({
  receipt: params.receipt,
  token: context.get(requestContext).url.searchParams.get("key") ?? "",
});

export const loader = pageLoader(async (args: Route.LoaderArgs) => {
  const found = await readOwnObjection(keyOf(args));
  const { receipt, party, demand, target, explanation, createdAt, dueAt, entries } = found;
  const state = objectionState(found);
  const files = await listEvidence(found.id);
  const outcomes = entries.map(({ outcome }) => outcome);
  return {
    ...{ receipt, target, explanation },
    path: objectionPath(found),
    party: partyLabel(party),
    demand: demandLabels[demand],
    isOpen: state === "open",
    isMet: state === "taken-down" || state === "settled",
    state: state === "open" ? stateLabel(state) : decidedLabel(state, outcomes),
    due: formatDate(dueAt),
    receivedAt: formatDateTime(createdAt),
    files: files.map(({ name, bytes }) => `${name}（${evidenceSize(bytes)}）`),
    entries: entries.map(({ id, kind, outcome, text, createdAt: at }, place) => ({
      id,
      isOwn: kind === "message",
      label:
        kind === "handle" && isObjectionOutcome(outcome)
          ? decidedLabel(outcome, outcomes.slice(0, place))
          : { message: "あなたのメッセージ", reopen: "もう一度、確認しています", reply: "運営からのお返事" }[
              kind === "message" || kind === "reopen" ? kind : "reply"
            ],
      text,
      at: formatDateTime(at),
    })),
  };
});

export const action = formAction({
  schema: objectorMessageSchema,
  who: "anyone",
  limit: rateLimits.followObjection,
  find: ({ params, context }) =>
    readOwnObjection({
      receipt: params.receipt ?? "",
      token: context.get(requestContext).url.searchParams.get("key") ?? "",
    }),
  takesEvidence: true,
  async run({ context, value, found, files }) {
    const { receipt, token } = found;
    await addObjectorMessage({ receipt, token, message: value.message, files });
    return redirectWithFlash(context, objectionPath(found), "objection-message-sent");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function ObjectionPage({ loaderData, actionData }: Route.ComponentProps) {
  return <OwnObjection objection={loaderData} formResult={actionData} />;
}
