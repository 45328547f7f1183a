import { expect, test } from "vitest";
import { readQueuePage } from "./read-queue-page.ts";

const listed = {
  id: 7,
  title: "夜の音",
  duration: 79.1,
  createdBy: "u1",
  posterName: "かなで",
  posterCustomUserId: "kanade",
  labels: ["音楽"],
  playCount: 3,
  likeCount: 2,
};
const read = (body: unknown, link?: string) =>
  readQueuePage({ ok: true, body, headers: new Headers(link === undefined ? {} : { Link: link }) });

test("tracks of a call can be played, and the way to the next page is known", () => {
  expect(read([listed], '</api/tracks?cursor=abc&limit=50>; rel="next"')).toEqual({
    tracks: [
      {
        id: 7,
        title: "夜の音",
        duration: 79.1,
        posterName: "かなで",
        posterPath: "/kanade",
        path: "/kanade/track/7",
        labels: ["音楽"],
        playCount: 3,
        likeCount: 2,
      },
    ],
    next: "/api/tracks?cursor=abc&limit=50",
  });
  expect(read([{ ...listed, posterCustomUserId: null }])).toMatchObject({
    tracks: [{ path: "/u1/track/7" }],
    next: null,
  });
});

test("the items of a playlist are read as the tracks that they are", () => {
  const items = [
    { id: 31, order: 1, track: listed },
    { id: 32, order: 2, track: { ...listed, id: 8 } },
    { id: 33, order: 3, track: null },
  ];
  expect(read(items)?.tracks.map(({ id, path }) => [id, path])).toEqual([
    [7, "/kanade/track/7"],
    [8, "/kanade/track/8"],
  ]);
});

test("what is no track is left out, and what is no list is no page", () => {
  expect(read([null, 5, { id: "7" }, listed])?.tracks).toHaveLength(1);
  expect(read({ error: "x" })).toBeNull();
  expect(readQueuePage({ ok: false, body: [listed], headers: new Headers() })).toBeNull();
});
