import { parseArgs } from "node:util";
import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import { isLockedOut, profilePath } from "#app/features/accounts/account.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import {
  handleContactMessage,
  reopenContactMessage,
} from "#app/features/contact/contact-message-verbs.server.ts";
import {
  findContactMessage,
  listContactMessages,
  type StoredContactMessage,
} from "#app/features/contact/contact-messages.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { playlistPath } from "#app/features/playlists/playlist.ts";
import { reasonLabels } from "#app/features/reports/report.ts";
import { handleReports, reopenReports } from "#app/features/reports/report-verbs.server.ts";
import { findReport, listReports, type StoredReport } from "#app/features/reports/reports.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
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

const usage = `Usage: npm run messages -- list [--state open|handled|all] [--limit N]
       npm run messages -- read ID
       npm run messages -- handle ID
       npm run messages -- reopen ID

ID is what the list shows: contact-12 is a message of the contact form, report-5 a report of a track, a member or a
playlist.
  list    the newest messages and reports (100), those not handled yet: state, time, ID, subject, sender
  read    all of one
  handle  takes one off the list
  reopen  puts it back`;

const states = ["open", "handled", "all"] as const;

type Message = { kind: "contact"; content: StoredContactMessage } | { kind: "report"; content: StoredReport };
type Id = Pick<Message, "kind"> & { id: number };

/** `npm run messages`: lists, shows and handles what people wrote to the operator. Returns the exit code. */
export function run(args: string[]): Promise<number> {
  return runCommand(usage, () => {
    const { values, positionals } = parseArguments(() =>
      parseArgs({
        args,
        allowPositionals: true,
        options: { state: { type: "string" }, limit: { type: "string" } },
      }),
    );
    const [command, ...which] = positionals;
    if (command === "list" && which.length === 0) {
      const state = states.find((known) => known === (values.state ?? "open"));
      if (!state) throw new UsageError(`--state takes ${states.join(", ")}, not "${values.state}"`);
      const limit = parseCount("limit", values.limit ?? "100", 100_000);
      return () => list(state, limit);
    }
    if (command !== "read" && command !== "handle" && command !== "reopen")
      throw new UsageError(command ? `"messages ${positionals.join(" ")}" is no command` : "What to do?");
    if (values.state !== undefined || values.limit !== undefined)
      throw new UsageError("--state and --limit belong to list");
    const [one] = which;
    if (which.length !== 1 || one === undefined)
      throw new UsageError(`${command} what? Name one ID of the list.`);
    const id = parseId(one);
    return () => (command === "read" ? read(id) : mark(id, command === "handle"));
  });
}

async function list(state: (typeof states)[number], limit: number): Promise<void> {
  const options = { isHandled: state === "all" ? undefined : state === "handled", limit: limit + 1 };
  const [contacts, reports] = await Promise.all([listContactMessages(options), listReports(options)]);
  await logAccess({ action: "message.read-view", target: null });
  const messages: Message[] = [
    ...contacts.map((content) => ({ kind: "contact" as const, content })),
    ...reports.map((content) => ({ kind: "report" as const, content })),
  ].sort((a, b) => b.content.createdAt.getTime() - a.content.createdAt.getTime());
  for (const message of messages.slice(0, limit)) print(formatLine(message));
  if (messages.length > limit) console.error(`Only the newest ${limit}: --limit shows more.`);
  else if (messages.length === 0) console.error(state === "open" ? "Nothing is open." : "No messages.");
}

async function read(id: Id): Promise<void> {
  const message = await findMessage(id);
  await (message.kind === "contact"
    ? logAccess({ action: "message.read-view", target: { type: "message", id: id.id } })
    : logAccess({ action: "report.read-view", target: { type: "report", id: id.id } }));
  const { handledAt, createdAt } = message.content;
  const lines: [string, string][] = [
    ["State", handledAt ? `handled ${formatDateTime(handledAt)}` : "open"],
    ["Received", formatDateTime(createdAt)],
    ...(message.kind === "contact" ? contactLines(message.content) : reportLines(message.content)),
  ];
  for (const [name, text] of lines) print(`${`${name}:`.padEnd(10)}${sanitizeForTerminal(text)}`);
  const body = message.kind === "contact" ? message.content.message : message.content.comment;
  if (body) print(`\n${body.split("\n").map(sanitizeForTerminal).join("\n")}`);
}

const contactLines = ({ name, email, subject, userId }: StoredContactMessage): [string, string][] => [
  ["From", `${name} <${email}>`],
  ["Account", userId ?? "none (a visitor)"],
  ["Subject", subject],
];

function reportLines({
  subject,
  title,
  isTakenDown,
  member,
  reason,
  reporterId,
}: StoredReport): [string, string][] {
  const lines: [string, string][] = [
    ["From", reporterId ?? "a visitor"],
    ["Reason", reasonLabels[reason]],
  ];
  if (title !== null)
    lines.push([
      subject.trackId === undefined ? "Playlist" : "Track",
      `${title}${isTakenDown ? " (taken down)" : ""}`,
    ]);
  lines.push(["Address", `${siteOrigin(environment())}${pathOf({ subject, member })}`]);
  const who = subject.memberId !== undefined ? "Member" : subject.trackId !== undefined ? "Author" : "Owner";
  lines.push([who, `${member.name} (${member.id})${isLockedOut(member.state) ? ` (${member.state})` : ""}`]);
  return lines;
}

function pathOf({ subject, member }: Pick<StoredReport, "subject" | "member">): string {
  if (subject.trackId !== undefined) return `/track/${subject.trackId}`;
  return subject.playlistId === undefined ? profilePath(member) : playlistPath({ id: subject.playlistId });
}

async function mark(id: Id, isHandled: boolean): Promise<void> {
  const message = await findMessage(id);
  const isChanged = await (message.kind === "contact"
    ? markContactMessage(id.id, isHandled)
    : markReport(message.content, isHandled));
  const done = isHandled ? "Handled" : "Open again";
  print(`${isChanged ? done : `Was ${isHandled ? "handled" : "open"} already`}: ${title(message)}`);
}

const markContactMessage = (id: number, isHandled: boolean): Promise<boolean> =>
  (isHandled ? handleContactMessage : reopenContactMessage)({ id, actor: operatorActor });

/** Tells the sender, without details. False if nothing changed. */
async function markReport(stored: StoredReport, isHandled: boolean): Promise<boolean> {
  if ((stored.handledAt !== null) === isHandled) return false;
  const report = { ...stored.subject, reportId: stored.id, actor: operatorActor };
  try {
    if (isHandled) await handleReports({ ...report, outcome: presentOutcome(stored) });
    else await reopenReports(report);
    return true;
  } catch (error) {
    throw error instanceof Conflict ? new CommandError(error.message) : error;
  }
}

/** What was done about the subject before. */
function presentOutcome({ subject, isTakenDown, member }: StoredReport): "none" | "withheld" | "denied" {
  if (isTakenDown) return "withheld";
  return subject.memberId !== undefined && isLockedOut(member.state) ? "denied" : "none";
}

async function findMessage({ kind, id }: Id): Promise<Message> {
  if (kind === "contact") {
    const content = await findContactMessage(id);
    if (content) return { kind, content };
  } else {
    const content = await findReport(id);
    if (content) return { kind, content };
  }
  throw new CommandError(`There is no ${kind}-${id}.`);
}

const maxId = 2 ** 31 - 1;

function parseId(text: string): Id {
  const [, kind, digits] = /^(contact|report)-(\d{1,10})$/.exec(text) ?? [];
  const id = Number(digits);
  if ((kind !== "contact" && kind !== "report") || id > maxId)
    throw new UsageError(`An ID is contact-12 or report-5, not "${sanitizeForTerminal(text)}"`);
  return { kind, id };
}

function formatLine(message: Message): string {
  const { handledAt, createdAt } = message.content;
  return [handledAt ? "handled" : "open   ", formatDateTime(createdAt), title(message)].join("  ");
}

function title({ kind, content }: Message): string {
  const id = `${kind}-${content.id}`;
  if (kind === "contact") {
    const { subject, name, email } = content;
    return `${id}  ${subject}  ${sanitizeForTerminal(name)} <${sanitizeForTerminal(email)}>`;
  }
  const { reason, title: heading, member, reporterId } = content;
  return `${id}  ${reasonLabels[reason]}  ${sanitizeForTerminal(heading ?? member.name)}  ${reporterId ?? "a visitor"}`;
}
