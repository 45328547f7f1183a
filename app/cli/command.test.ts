import { afterEach, expect, test, vi } from "vitest";
import { run as admin } from "./admin-command.ts";
import { run as backup } from "./backup-command.ts";
import { run as doctor } from "./doctor-command.ts";
import { run as invite } from "./invite-command.ts";
import { run as members } from "./members-command.ts";
import { run as messages } from "./messages-command.ts";
import { run as restore } from "./restore-command.ts";
import { run as storage } from "./storage-command.ts";
import { run as tracks } from "./tracks-command.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  [admin, [], "What to do"],
  [admin, ["sessions"], "admin sessions"],
  [admin, ["sessions", "end", "--stdin"], "--stdin"],
  [admin, ["password", "geheim"], "admin password geheim"],
  [backup, [], "BACKUP_TO"],
  [backup, ["--to", ""], "BACKUP_TO"],
  [backup, ["--to", "x", "--list", "--nightly"], "--nightly"],
  [doctor, ["--fix"], "--fix"],
  [restore, [], "BACKUP_TO"],
  [restore, ["--from", "x", "--at", "12"], "--at"],
  [restore, ["--from", "x", "--at", "yesterday"], "--at"],
  [restore, ["--undo", "before-restore-1", "--check"], "--undo"],
  [restore, ["--recover", "--check"], "--recover"],
  [storage, ["move", "--to", "s3"], "One of copy, verify, switch"],
  [storage, ["copy", "--to", "ftp"], "--to takes"],
  [invite, ["--uses", "0"], "--uses"],
  [invite, ["--uses", "1e3"], "--uses"],
  [invite, ["--count", "1001"], "--count"],
  [invite, ["--expires", "7"], "--expires"],
  [invite, ["--expires", "0d"], "--expires"],
  [invite, ["--expires", "99999w"], "--expires"],
  [invite, ["--use", "2"], "--use"],
  [invite, ["stray"], "stray"],
  [members, [], "What to do"],
  [members, ["remove", "x"], "members remove x"],
  [members, ["approve"], "Name one account"],
  [members, ["deny", "a", "b"], "Name one account"],
  [members, ["deny", " "], "Name one account"],
  [members, ["deny", "a", "--limit", "1"], "--limit"],
  [members, ["premium"], "Name one account"],
  [members, ["premium", "a", "--days", "-1"], "--days"],
  [members, ["deny", "a", "--days", "3"], "--days"],
  [members, ["list", "--state", "gone"], "gone"],
  [members, ["list", "--limit", "all"], "--limit"],
  [messages, [], "What to do"],
  [messages, ["delete", "contact-1"], "messages delete contact-1"],
  [messages, ["read"], "Name one ID"],
  [messages, ["handle", "contact-1", "report-1"], "Name one ID"],
  [messages, ["handle", "12"], "contact-12"],
  [messages, ["read", "report-9999999999"], "report-5"],
  [messages, ["read", "report-1", "--limit", "1"], "--limit"],
  [messages, ["list", "--state", "new"], "new"],
  [tracks, [], "What to do"],
  [tracks, ["delete", "1"], "tracks delete 1"],
  [tracks, ["premium-only", "1"], "on or off"],
  [tracks, ["premium-only", "1", "yes"], "on or off"],
  [tracks, ["premium-only", "0", "on"], "ID is the number"],
  [tracks, ["premium-only", "2147483648", "on"], "ID is the number"],
  [tracks, ["premium-only", "1", "on", "2"], "is no command"],
])(
  "%o %j is answered with what is wrong and the usage, before any database is opened",
  async (run, args, said) => {
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await run(args)).toBe(2);
    expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(said));
    expect(told).toHaveBeenCalledWith(expect.stringContaining("Usage: npm run"));
  },
);

test("a reason is counted as in the console: of characters that take two units there may be as many", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const suspend = (reason: string) => members(["suspend", "somebody", "--reason", reason]);
  expect(await suspend("𠮷".repeat(1001))).toBe(2);
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("--reason takes"));
  // It goes on to the database, which is not there.
  await expect(suspend("𠮷".repeat(1000))).rejects.toThrow("database");
});

test("--help is answered with the usage", async () => {
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  for (const run of [backup, doctor, restore, storage, invite]) expect(await run(["--help"])).toBe(0);
  expect(printed).toHaveBeenCalledWith(expect.stringContaining("Usage: npm run restore"));
});
