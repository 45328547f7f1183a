import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { FormResult } from "#app/ui/form/form-result.ts";
import type { AdminTrackItem } from "../admin-track-item.ts";
import { TrackTable } from "./track-table.tsx";

const track: AdminTrackItem = {
  id: 7,
  title: "夜の音",
  location: "local",
  exists: true,
  defect: null,
  isVisible: true,
  isWithheld: false,
  takedownReason: null,
  isPremiumOnly: false,
  posterId: "author",
  pictureExists: null,
  size: "1.0MB",
  counts: { plays: "–", impressions: "–", likes: "–", bookmarks: "–" },
  author: "夜野 かなで",
  uploadedAt: "2026/12/01 20:00",
  wait: null,
  featured: null,
  reviewedAt: null,
};

const refused = (trackId: string): FormResult => ({
  result: { initialValue: { intent: "take-down", trackId }, error: { reason: ["理由を入力してください"] } },
  status: 400,
  code: "invalid",
});

const render = (formResult: FormResult | null) => {
  const element = createElement(TrackTable, { tracks: [track], empty: null });
  const router = createMemoryRouter([{ id: "tracks", path: "/", element }], {
    hydrationData: { actionData: formResult && { tracks: formResult } },
  });
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
};

test("a row whose question was refused is open, for who has no script", () => {
  expect(render(refused("7"))).toMatch(/<details[^>]* open=""/);
  for (const result of [null, refused("8")]) expect(render(result)).not.toMatch(/<details[^>]* open=""/);
});
