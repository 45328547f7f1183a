import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { Providers } from "#app/features/shell/components/context-providers.tsx";
import type { Cue } from "#app/features/tracks/track.ts";
import { toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { ToastProvider } from "#app/ui/toast/toasts.tsx";
import { newTrack } from "#test/tracks.ts";
import { TrackControls } from "./track-controls.tsx";

function controlsOf(cues: readonly Cue[], isPremiumOnly = false): string {
  const track = toTrackListItem({ ...newTrack, isPremiumOnly, durationMs: 90_000 }, null);
  const controls = createElement(TrackControls, { track, high: false, resumeAt: 0, cues });
  const element = createElement(ToastProvider, null, createElement(Providers, null, controls));
  const router = createMemoryRouter([{ id: "root", path: "/", element }], {
    hydrationData: { loaderData: { root: {} } },
  });
  return renderToString(createElement(RouterProvider, { router }));
}

test("only a track that has a transcript, or hides one, has a link to it", () => {
  const cue: Cue = { speaker: "A", text: "夜です。", startMs: 0, endMs: 900, turn: 0, section: null };
  expect(controlsOf([cue])).toContain("#transcript");
  expect(controlsOf([], true)).toContain("#transcript");
  expect(controlsOf([])).not.toContain("#transcript");
});
