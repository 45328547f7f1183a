import { parseArgs } from "node:util";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import {
  type Account,
  findAccounts,
  listAccounts,
} from "#app/features/accounts/server/find-accounts.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { maxReasonLength } from "#app/features/admin/members/members.schema.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { grantPremium } from "#app/features/premium/server/grant-premium.server.ts";
import { countCharacters, normalizeText } from "#app/lib/characters.ts";
import "#app/server/register-features.ts";
import {
  CommandError,
  logAccess,
  parseArguments,
  parseCount,
  print,
  runCommand,
  sanitizeForTerminal,
  UsageError,
} from "./command.ts";

const usage = `Usage: npm run members -- list [--state pending|approved|suspended|denied] [--limit N]
       npm run members -- approve WHO
       npm run members -- suspend WHO --reason TEXT
       npm run members -- restore WHO
       npm run members -- deny WHO
       npm run members -- premium WHO [--days N]

WHO is an account's id, its e-mail address or its user id (customUserId).
  list     the newest accounts (100): state, day, id, address, user id, name
  approve  lets a waiting or denied account in; what it published is there again
  suspend  locks an account out for now, ends its sessions and hides what it published, at once; no payment is
           touched. The member reads the reason, on the site and by e-mail
  restore  lifts a suspension: everything is as before
  deny     shuts an account out, ends its sessions, hides what it published and ends its subscription, at once
  premium  grants an account premium for N days from now (30), or ends the grant with 0; a subscription goes on beside it`;

const commands = ["approve", "suspend", "restore", "deny", "premium"] as const;

const isCommand = (text: string | undefined): text is (typeof commands)[number] =>
  commands.some((command) => command === text);

const states = ["pending", "approved", "suspended", "denied"] as const;

/** `npm run members`: lists, approves, suspends and denies accounts, and gives premium. Returns the exit code. */
export function run(args: string[]): Promise<number> {
  return runCommand(usage, () => {
    const { values, positionals } = parseArguments(() =>
      parseArgs({
        args,
        allowPositionals: true,
        options: {
          state: { type: "string" },
          limit: { type: "string" },
          days: { type: "string" },
          reason: { type: "string" },
        },
      }),
    );
    const [command, ...who] = positionals;
    if (values.days !== undefined && command !== "premium") throw new UsageError("--days belongs to premium");
    if (values.reason !== undefined && command !== "suspend")
      throw new UsageError("--reason belongs to suspend");
    if (command === "list" && who.length === 0) {
      const state = states.find((known) => known === values.state);
      if (values.state !== undefined && !state)
        throw new UsageError(`--state takes ${states.join(", ")}, not "${values.state}"`);
      const limit = parseCount("limit", values.limit ?? "100", 100_000);
      return () => list(state, limit);
    }
    if (!isCommand(command))
      throw new UsageError(command ? `"members ${positionals.join(" ")}" is no command` : "What to do?");
    if (values.state !== undefined || values.limit !== undefined)
      throw new UsageError("--state and --limit belong to list");
    const [one] = who;
    if (who.length !== 1 || !one?.trim()) throw new UsageError(`${command} whom? Name one account.`);
    if (command === "premium") {
      const days = values.days === "0" ? 0 : parseCount("days", values.days ?? "30", 36_500);
      return () => givePremium(one, days);
    }
    if (command === "suspend") {
      const reason = normalizeText(values.reason ?? "");
      if (reason === "" || countCharacters(reason) > maxReasonLength)
        throw new UsageError(`--reason takes what the member will read, up to ${maxReasonLength} characters`);
      return () => suspend(one, reason);
    }
    return () => ({ approve, restore, deny })[command](one);
  });
}

async function list(state: (typeof states)[number] | undefined, limit: number): Promise<void> {
  const accounts = await listAccounts({ state, limit: limit + 1 });
  await logAccess({ action: "user.list-view", target: null });
  for (const account of accounts.slice(0, limit)) print(formatAccount(account));
  if (accounts.length > limit) console.error(`Only the newest ${limit}: --limit shows more.`);
  else if (accounts.length === 0) console.error("No accounts.");
}

async function approve(who: string): Promise<void> {
  const account = await findAccount(who);
  await approveAccount({ userId: account.id, actor: operatorActor });
  print(
    account.state === "approved" ? `Was approved already: ${title(account)}` : `Approved: ${title(account)}`,
  );
}

async function suspend(who: string, reason: string): Promise<void> {
  const account = await findAccount(who);
  const { endedSessions } = await orFail(
    suspendAccount({ userId: account.id, actor: operatorActor, reason }),
  );
  print(`Suspended: ${title(account)}; ${sessionsEnded(endedSessions)}`);
}

async function restore(who: string): Promise<void> {
  const account = await findAccount(who);
  if (account.state !== "suspended") throw new CommandError(`Is not suspended: ${title(account)}`);
  await orFail(approveAccount({ userId: account.id, actor: operatorActor, seen: "suspended" }));
  print(`Restored: ${title(account)}`);
}

function orFail<Result>(change: Promise<Result>): Promise<Result> {
  return change.catch((error: unknown) => {
    throw error instanceof Conflict ? new CommandError(error.message) : error;
  });
}

const sessionsEnded = (count: number) => `${count} ${count === 1 ? "session" : "sessions"} ended`;

async function deny(who: string): Promise<void> {
  const account = await findAccount(who);
  const { endedSessions } = await denyAccount({ userId: account.id, actor: operatorActor });
  print(`Denied: ${title(account)}; ${sessionsEnded(endedSessions)}`);
}

async function givePremium(who: string, days: number): Promise<void> {
  const account = await findAccount(who);
  const end = await orFail(grantPremium({ userId: account.id, days, actor: operatorActor }));
  print(
    days > 0 ? `Premium until ${end.toISOString()}: ${title(account)}` : `Premium ended: ${title(account)}`,
  );
}

async function findAccount(who: string): Promise<Account> {
  const found = await findAccounts(who);
  const [account] = found;
  if (!account)
    throw new CommandError(`No account with the id, address or user id "${sanitizeForTerminal(who)}".`);
  if (found.length > 1) {
    throw new CommandError(
      [
        `"${sanitizeForTerminal(who)}" can mean several accounts; name one by its id:`,
        ...found.map(formatAccount),
      ].join("\n"),
    );
  }
  if (account.provider === "system") throw new CommandError("That is the official account.");
  return account;
}

function formatAccount({ state, createdAt, id, email, customUserId, name }: Account): string {
  const handle = customUserId ? `@${customUserId}` : "-";
  // The name comes last: Japanese is wider than its number of characters.
  return [
    state.padEnd(9),
    createdAt.toISOString().slice(0, 10),
    id,
    sanitizeForTerminal(email),
    handle,
    sanitizeForTerminal(name),
  ].join("  ");
}

const title = ({ id, email, name }: Account) =>
  `${sanitizeForTerminal(name)} <${sanitizeForTerminal(email)}> (${id})`;
