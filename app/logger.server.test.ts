import { closeSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createLogger, describeError } from "./logger.server.ts";

test("a failed query is logged without the values it carried", () => {
  const cause = Object.assign(new Error('duplicate key: (email)=("secret@example.com")'), { code: "23505" });
  const failed = Object.assign(new Error("Failed query: insert … params: secret@example.com", { cause }), {
    query: "insert into users values ($1)",
    params: ["secret@example.com"],
  });
  const logged = JSON.stringify(describeError(failed));
  expect(logged).not.toContain("secret");
  expect(logged).toContain("insert into users values ($1)");
  expect(logged).toContain("23505");
});

test("other errors keep their message and their causes", () => {
  const logged = describeError(new Error("outer", { cause: new TypeError("inner") }));
  expect(logged).toMatchObject({ message: "outer", cause: { type: "TypeError", message: "inner" } });
});

test("lines are written in their order, at once after a fatal one", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "log-")), "log");
  const fd = openSync(file, "w");
  const log = createLogger(fd);
  log.level = "info";
  log.info("one");
  log.info("two");
  log.fatal("last");
  closeSync(fd);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["one", "two", "last"]);
});

test("a log that takes no lines neither ends the program nor holds it up", () => {
  // Opened for reading, a file refuses every line, as one on a full disk does.
  const file = openSync(import.meta.filename, "r");
  const log = createLogger(file);
  log.level = "info";
  for (let line = 0; line < 3; line++) log.error("refused");
  log.fatal("refused at the end");
  closeSync(file);
});
