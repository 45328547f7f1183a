import { expect, test } from "vitest";
import { readQueuePage } from "./read-queue-page.ts";

const item = {
  id: 7,
  coverId: 1_000_010,
  title: "夜の音",
  duration: 79.1,
  createdBy: "u1",
  posterName: "かなで",
  posterCustomUserId: "kanade",
  labels: ["音楽"],
  playCount: 3,
  likeCount: 2,
  impressionCount: 9,
};
const read = (body: unknown, link?: string) =>
  readQueuePage({ ok: true, body, headers: new Headers(link === undefined ? {} : { Link: link }) });

test("reads the tracks and the next page's URL", () => {
  expect(read([item], '</api/tracks?cursor=abc&limit=50>; rel="next"')).toEqual({
    tracks: [
      {
        id: 7,
        coverId: 1_000_010,
        title: "夜の音",
        duration: 79.1,
        isExcerpt: false,
        posterName: "かなで",
        posterPath: "/kanade",
        labels: ["音楽"],
        playCount: 3,
        likeCount: 2,
        impressionCount: 9,
      },
    ],
    next: "/api/tracks?cursor=abc&limit=50",
  });
  expect(read([{ ...item, posterCustomUserId: null }])).toMatchObject({
    tracks: [{ posterPath: "/u1" }],
    next: null,
  });
});

test("reads the tracks of playlist items", () => {
  const items = [
    { id: 31, order: 1, track: item },
    { id: 32, order: 2, track: { ...item, id: 8 } },
    { id: 33, order: 3, track: null },
  ];
  expect(read(items)?.tracks.map(({ id, posterPath }) => [id, posterPath])).toEqual([
    [7, "/kanade"],
    [8, "/kanade"],
  ]);
});

test("skips entries that are no tracks; null for a body that is no list", () => {
  expect(read([null, 5, { id: "7" }, item])?.tracks).toHaveLength(1);
  expect(read({ error: "x" })).toBeNull();
  expect(readQueuePage({ ok: false, body: [item], headers: new Headers() })).toBeNull();
});
