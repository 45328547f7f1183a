import { environment } from "#app/config/environment.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import type { AuditAction, AuditTargetType } from "#app/features/audit/audit-actions.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { isUnwritable } from "#db/errors.ts";

/** Invalid arguments: exit code 2 and the usage. */
export class UsageError extends Error {}

export class CommandError extends Error {}

/** `--help`: the usage, and exit code 0. */
class HelpAsked extends Error {}

/**
 * Runs an operator command on the database; returns the exit code. Works beside a running server: takes no lock and no queue,
 * and does not migrate.
 */
export function runCommand(usage: string, prepare: () => () => Promise<void>): Promise<number> {
  return runStandalone(usage, () => {
    const work = prepare();
    return async () => {
      const settings = environment();
      await openDatabase({ url: settings.DATABASE_URL, dataDir: settings.DATA_DIR, migrate: false });
      try {
        await work();
      } finally {
        await closeDatabase();
      }
    };
  });
}

/** As `runCommand`, for a command that opens what it needs. */
export async function runStandalone(usage: string, prepare: () => () => Promise<void>): Promise<number> {
  try {
    await prepare()();
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${usage}`);
      return 2;
    }
    if (error instanceof HelpAsked) {
      print(usage);
      return 0;
    }
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/**
 * Records in the audit log that an operator looked at private data. A full disk only causes a warning: it must not stop the
 * look.
 */
export async function logAccess(look: {
  action: AuditAction;
  target: { type: AuditTargetType; id: string | number } | null;
}): Promise<void> {
  try {
    await write((tx) => recordAudit(tx, { actor: operatorActor, ...look }));
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    console.error("Not in the audit log: the database takes no writes.");
  }
}

/** Runs `parseArgs`; its errors become `UsageError`, or with `--help` end the command with its usage. */
export function parseArguments<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof TypeError)
      throw /'(--help|-h)'/.test(error.message) ? new HelpAsked() : new UsageError(error.message);
    throw error;
  }
}

/** An integer from 1 to `max`. Throws `UsageError`. */
export function parseCount(name: string, text: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > max)
    throw new UsageError(`--${name} takes a whole number from 1 to ${max}, not "${text}"`);
  return count;
}

/**
 * A time as an operator types it: a day, or a day and a clock time, in Tokyo unless it names its zone. `end`: a day counts to its
 * last millisecond, a minute to its. Null for anything else.
 */
export function parseTime(text: string, { end }: { end: boolean }): Date | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (!match) return null;
  const [, day, minute, second, zone = "+09:00"] = match;
  const time = minute
    ? `${minute}${second ?? (end ? ":59" : ":00")}${end ? ".999" : ""}`
    : end
      ? "23:59:59.999"
      : "00:00:00";
  const at = new Date(`${day}T${time}${zone}`);
  // Postgres has no year 0.
  return at.getUTCFullYear() >= 1 ? at : null;
}

/** Prints results on standard output; remarks go to standard error. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** User text for a terminal, without control characters and direction marks. */
export function sanitizeForTerminal(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, "�");
}
