import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import {
  type AdminAct,
  type AffectedMember,
  type AffectedOutsider,
  findAdminActs,
  findAffectedMembers,
  findAffectedOutsiders,
} from "#app/features/incidents/find-affected.server.ts";
import { allIncidentKinds, type IncidentKind, isIncidentKind } from "#app/features/incidents/incident.ts";
import { draftCommissionReport, draftMemberNotice } from "#app/features/incidents/incident-drafts.ts";
import { csvFile } from "#app/lib/csv.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { write } from "#db/client.ts";
import { CommandError, parseArguments, parseTime, print, runCommand, UsageError } from "./command.ts";

const usage = `Usage: npm run incident -- --from TIME --to TIME [--what KIND,KIND…] [--log FILE] [--to-folder FOLDER]

Who was affected between two times, by what the database knows: docs/incident.md says how to read it.
TIME is 2026-11-22 or 2026-11-22T03:00, in Tokyo unless it ends with Z or +09:00; --to is included.
  --what       only these: ${allIncidentKinds.join(", ")}
  --log        the server's log (JSON lines): it alone knows exports
  --to-folder  writes members.csv, outsiders.csv (who wrote without an account), acts.csv and drafts of the letter and the report there, readable by you alone`;

interface Options {
  from: Date;
  to: Date;
  kinds: readonly IncidentKind[];
  log: string | null;
  folder: string | null;
}

/** `npm run incident`. Each use is in the audit log. Returns the exit code. */
export function run(args: string[]): Promise<number> {
  return runCommand(usage, () => {
    const { values } = parseArguments(() =>
      parseArgs({
        args,
        options: {
          from: { type: "string" },
          to: { type: "string" },
          what: { type: "string" },
          log: { type: "string" },
          "to-folder": { type: "string" },
        },
      }),
    );
    const from = requireTime("from", values.from);
    const to = requireTime("to", values.to);
    if (from > to) throw new UsageError("--from is after --to");
    const named = values.what?.split(",") ?? allIncidentKinds;
    const unknown = named.filter((kind) => !isIncidentKind(kind));
    if (unknown.length > 0)
      throw new UsageError(`--what takes kinds of the list, not "${unknown.join(", ")}"`);
    const log = values.log ?? null;
    if (values.what && log === null && named.includes("exports"))
      throw new UsageError("exports are in the server's log alone: name it with --log");
    const kinds = named.filter(isIncidentKind).filter((kind) => kind !== "exports" || log !== null);
    return () => report({ from, to, kinds, log, folder: values["to-folder"] ?? null });
  });
}

function requireTime(name: "from" | "to", text: string | undefined): Date {
  const at = text === undefined ? null : parseTime(text, { end: name === "to" });
  if (!at) throw new UsageError(`--${name} takes a time such as 2026-11-22T03:00`);
  return at;
}

async function report({ from, to, kinds, log, folder }: Options): Promise<void> {
  const period = { from, to };
  const members = await findAffectedMembers(period, { kinds, log });
  const outsiders = await findAffectedOutsiders(period, kinds);
  const acts = await findAdminActs(period);
  // Before anything is shown: a full disk stops the look, because it is one at everybody.
  await write((tx) =>
    recordAudit(tx, {
      actor: operatorActor,
      action: "incident.report-view",
      target: null,
      after: {
        from: from.toISOString(),
        to: to.toISOString(),
        kinds,
        members: members.length,
        outsiders: outsiders.length,
      },
    }),
  );
  print(`${formatDateTime(from)} - ${formatDateTime(to)} (Tokyo)`);
  print(`Members affected: ${members.length}`);
  for (const kind of kinds)
    print(`  ${kind.padEnd(12)} ${members.filter(({ counts }) => counts[kind]).length}`);
  print(`People without an account who wrote: ${outsiders.length}`);
  print(`Acts of operators and commands: ${acts.length}`);
  if (log === null) console.error("Exports are not counted: they are in the server's log (--log).");
  console.error("Downloads and plays of visitors are not stored, and members deleted since are not found.");
  if (folder === null) return;
  const settings = environment();
  const incident = {
    ...{
      from,
      to,
      memberCount: members.length,
      outsiderCount: outsiders.length,
      origin: siteOrigin(settings),
    },
    kinds: kinds.filter(
      (kind) =>
        members.some(({ counts }) => counts[kind]) ||
        ((kind === "messages" || kind === "objections") && outsiders.some((one) => one[kind] > 0)),
    ),
    operatorName: settings.OPERATOR_NAME ?? null,
  };
  await writeAll(folder, {
    "members.csv": membersCsv(members, kinds),
    "outsiders.csv": outsidersCsv(outsiders),
    "acts.csv": actsCsv(acts),
    "letter.txt": draftMemberNotice(incident),
    "report.txt": draftCommissionReport({ ...incident, adminActCount: acts.length }),
  });
  print(`Written to ${folder}`);
}

/** Never over files of an earlier incident. */
async function writeAll(folder: string, files: Record<string, string>): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const [name, text] of Object.entries(files))
      await writeFile(path.join(folder, name), text, { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw new CommandError(`${folder} can't be written: ${error instanceof Error ? error.message : error}`);
  }
}

const membersCsv = (members: readonly AffectedMember[], kinds: readonly IncidentKind[]) =>
  csvFile([
    ["id", "name", "email", "state", ...kinds],
    ...members.map(({ id, name, email, state, counts }) => [
      ...[id, name, email, state],
      ...kinds.map((kind) => counts[kind] ?? 0),
    ]),
  ]);

const outsidersCsv = (outsiders: readonly AffectedOutsider[]) =>
  csvFile([
    ["name", "email", "messages", "objections"],
    ...outsiders.map(({ name, email, messages, objections }) => [name, email, messages, objections]),
  ]);

const actsCsv = (acts: readonly AdminAct[]) =>
  csvFile([
    ["at", "actor", "action", "target", "id"],
    ...acts.map(({ at, actor, action, targetType, targetId }) => [
      at.toISOString(),
      actor,
      action,
      targetType,
      targetId,
    ]),
  ]);
