import { expect, test } from "vitest";
import type { ListedNotification } from "./listed-notification.ts";
import { readingAll, readingOf, rowState } from "./reading-here.ts";

const row = (id: number, isUnread = true): ListedNotification => ({
  id,
  bundle: `x ${id}`,
  type: "milestone_100",
  isUnread,
  unreadCount: isUnread ? 1 : 0,
  count: 1,
  actor: null,
  rest: "「月の話」が100回再生されました！",
  path: "/track/1",
  at: "2026-11-21T03:00:00.000Z",
  ago: "5分前",
});

test("a row is read once it was read here, whatever an older answer says, and is shown as new", () => {
  const readings = [readingOf([row(7)])];
  expect(rowState(row(7), [])).toBe("unread");
  expect(rowState(row(7), readings)).toBe("new");
  // The list was loaded anew since.
  expect(rowState(row(7, false), readings)).toBe("new");
  expect(rowState(row(6), readings)).toBe("unread");
  expect(rowState(row(6, false), readings)).toBe("read");
});

test("reading all is about every row, and those that are not loaded yet, but not what comes later", () => {
  const readings = [readingAll([row(9, false), row(8), row(5)])];
  expect([9, 8, 5, 3].map((id) => rowState(row(id), readings))).toEqual(["new", "new", "new", "new"]);
  expect(rowState(row(9, false), readings)).toBe("read");
  expect(rowState(row(10), readings)).toBe("unread");
  expect(rowState(row(1), [readingAll([])])).toBe("unread");
});
