import { findAccounts } from "#app/features/accounts/server/find-accounts.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { parseTokyoDay } from "#app/lib/tokyo-day.ts";
import { type MoneyFields, type MoneyView, moneyViews, stateLabels } from "./money.ts";

const isView = (text: string): text is MoneyView => Object.hasOwn(moneyViews, text);

export function parseMoneyView(query: URLSearchParams): MoneyView {
  const asked = query.get("view") ?? "";
  return isView(asked) ? asked : "month";
}

/** What is no filter is left out. */
export function parseMoneyFields(query: URLSearchParams, view: MoneyView): MoneyFields {
  const field = (name: string) => (query.get(name) ?? "").trim().slice(0, 100);
  const day = (name: string) => (parseTokyoDay(field(name)) ? field(name) : "");
  const state = view === "month" ? undefined : stateLabels[view]?.state;
  return {
    user: field("user"),
    number: field("number"),
    from: day("from"),
    to: day("to"),
    state: state === query.get("state") ? (state ?? "") : "",
  };
}

export interface MoneyFilter {
  userId: string | undefined;
  number: string | undefined;
  from: Date | undefined;
  /** Exclusive. */
  until: Date | undefined;
  isNarrowed: boolean;
}

export async function toFilter({ user, number, from, to, state }: MoneyFields): Promise<MoneyFilter> {
  const last = parseTokyoDay(to);
  const [account] = user ? await findAccounts(user) : [];
  return {
    // For an unknown one the text itself, which is nobody's id.
    userId: user ? (account?.id ?? user) : undefined,
    number: number || undefined,
    from: parseTokyoDay(from),
    until: last && new Date(last.getTime() + dayMs),
    isNarrowed: state !== "",
  };
}
