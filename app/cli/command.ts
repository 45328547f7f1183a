import { environment } from "#app/config/environment.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import type { AuditAction, AuditTargetType } from "#app/features/audit/audit-actions.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { isUnwritable } from "#db/errors.ts";

/** Invalid arguments: exit code 2, with the usage. */
export class UsageError extends Error {}

/** A command that can't be carried out: exit code 1. */
export class CommandError extends Error {}

/**
 * Runs an operator command on the installation's database and returns the exit code. Works with and without a running
 * server: it takes neither the lock of the data folder nor the queue, and does not migrate.
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

/** The same for a command that opens for itself what it needs. */
export async function runStandalone(usage: string, prepare: () => () => Promise<void>): Promise<number> {
  try {
    await prepare()();
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${usage}`);
      return 2;
    }
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/**
 * Records in the audit log that an operator looked at what is private. Changes record themselves, in their transaction. A
 * full disk keeps nobody from looking: then it is only said.
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

/** Runs `parseArgs`; its errors become `UsageError`. */
export function parseArguments<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** A whole number from 1 to `max`; throws `UsageError`. */
export function parseCount(name: string, text: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > max)
    throw new UsageError(`--${name} takes a whole number from 1 to ${max}, not "${text}"`);
  return count;
}

/** Prints a line of the result on standard output; remarks go to standard error. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** User text for a terminal: without control characters and those that change the direction of writing. */
export function sanitizeForTerminal(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, "�");
}
