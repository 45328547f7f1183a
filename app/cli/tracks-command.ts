import { parseArgs } from "node:util";
import { operatorActor } from "#app/features/audit/actor.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { StoredFileMissing } from "#app/features/storage/storage.ts";
import { listPremiumOnlyTracks } from "#app/features/tracks/server/list-tracks.server.ts";
import { setPremiumOnly } from "#app/features/tracks/server/set-premium-only.server.ts";
import {
  CommandError,
  parseArguments,
  print,
  runCommand,
  sanitizeForTerminal,
  UsageError,
} from "./command.ts";

const usage = `Usage: npm run tracks -- premium-only
       npm run tracks -- premium-only ID on|off

ID is the number in a track's address. Everybody sees a premium-only track and gets its first 30 seconds; the rest is for
premium members and the author.
  premium-only            the premium-only tracks, the newest first: ID, author, title
  premium-only ID on|off  makes a track premium-only, or open to everybody again, from the next request on`;

/** `npm run tracks`: lists and chooses premium-only tracks. Returns the exit code. */
export function run(args: string[]): Promise<number> {
  return runCommand(usage, () => {
    const { positionals } = parseArguments(() => parseArgs({ args, allowPositionals: true, options: {} }));
    const [command, id, state, ...rest] = positionals;
    if (command !== "premium-only" || rest.length > 0)
      throw new UsageError(command ? `"tracks ${positionals.join(" ")}" is no command` : "What to do?");
    if (id === undefined) return list;
    const trackId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : Number.POSITIVE_INFINITY;
    if (trackId >= 2 ** 31)
      throw new UsageError(`ID is the number in a track's address, not "${sanitizeForTerminal(id)}"`);
    if (state !== "on" && state !== "off") throw new UsageError("Say on or off after the ID.");
    return () => choose(trackId, state);
  });
}

async function list(): Promise<void> {
  const found = await listPremiumOnlyTracks();
  for (const { id, posterName, title } of found)
    print(`${id}  ${sanitizeForTerminal(posterName)}  ${sanitizeForTerminal(title)}`);
  if (found.length === 0) console.error("No track is premium-only.");
}

async function choose(trackId: number, state: "on" | "off"): Promise<void> {
  const { isChanged, title } = await setPremiumOnly({
    trackId,
    isPremiumOnly: state === "on",
    actor: operatorActor,
  }).catch((error: unknown) => {
    if (error instanceof NotFound) throw new CommandError(`There is no track ${trackId}.`);
    if (error instanceof StoredFileMissing)
      throw new CommandError(`The audio of track ${trackId} is missing, so its excerpt can't be measured.`);
    throw error;
  });
  const now = state === "on" ? "premium-only" : "open to everybody";
  print(`${isChanged ? "Now" : "Was already"} ${now}: ${trackId}  ${sanitizeForTerminal(title)}`);
}
