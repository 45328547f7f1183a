import { expect, test } from "vitest";
import type { NotificationListItem } from "../notifications.ts";
import { localReadOf, localReadOfAll, rowState } from "./use-notifications.ts";

const row = (id: number, isUnread = true): NotificationListItem => ({
  id,
  groupKey: `x ${id}`,
  type: "milestone_100",
  isUnread,
  unreadCount: isUnread ? 1 : 0,
  groupSize: 1,
  actor: null,
  rest: "「月の話」が100回再生されました！",
  path: "/track/1",
  createdAt: "2026-11-21T03:00:00.000Z",
  timeAgo: "5分前",
});

test("a locally read row is shown as new, whatever an older response says", () => {
  const localReads = [localReadOf([row(7)])];
  expect(rowState(row(7), [])).toBe("unread");
  expect(rowState(row(7), localReads)).toBe("new");
  // The list was reloaded since.
  expect(rowState(row(7, false), localReads)).toBe("new");
  expect(rowState(row(6), localReads)).toBe("unread");
  expect(rowState(row(6, false), localReads)).toBe("read");
});

test("marking all read covers every row, also those not loaded yet, but none that comes later", () => {
  const localReads = [localReadOfAll([row(9, false), row(8), row(5)])];
  expect([9, 8, 5, 3].map((id) => rowState(row(id), localReads))).toEqual(["new", "new", "new", "new"]);
  expect(rowState(row(9, false), localReads)).toBe("read");
  expect(rowState(row(10), localReads)).toBe("unread");
  expect(rowState(row(1), [localReadOfAll([])])).toBe("unread");
});
