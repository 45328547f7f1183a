import { environment } from "#app/config/environment.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";

/** Arguments that make no sense: exit code 2, with the usage. */
export class WrongArguments extends Error {}

/** Something that can't be done as asked: exit code 1. */
export class Refusal extends Error {}

/**
 * Runs an operators' command on the installation's database and returns the process' exit code. Needs no running
 * server and disturbs none: neither the data folder's lock nor the queue is touched, and the schema stays as it is.
 */
export async function runCommand(usage: string, prepare: () => () => Promise<void>): Promise<number> {
  try {
    const work = prepare();
    const settings = environment();
    await openDatabase({ url: settings.DATABASE_URL, dataDir: settings.DATA_DIR, migrate: false });
    try {
      await work();
    } finally {
      await closeDatabase();
    }
    return 0;
  } catch (error) {
    if (error instanceof WrongArguments) {
      console.error(`${error.message}\n\n${usage}`);
      return 2;
    }
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** What `parseArgs` says of arguments it does not know, as `WrongArguments`. */
export function readArguments<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof TypeError) throw new WrongArguments(error.message);
    throw error;
  }
}

/** A whole number from 1 to `most`; throws `WrongArguments`. */
export function readCount(name: string, text: string, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most)
    throw new WrongArguments(`--${name} takes a whole number from 1 to ${most}, not "${text}"`);
  return count;
}

/** A line of the command's result, on standard output; remarks go to standard error. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Text of people's as a terminal may show it: no control characters, and none that turn the writing around. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, "�");
}
