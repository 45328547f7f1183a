import { expect, test, vi } from "vitest";
import { subscribeToDownloads } from "./download-queue.ts";
import { downloadedAudio } from "./downloaded-audio.ts";

test("a browser that blocks cookies has no downloads, and pages and player go on", async () => {
  // As Firefox does.
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      constructor() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      }
    },
  );
  vi.stubGlobal("caches", { has: () => Promise.reject(new DOMException("insecure", "SecurityError")) });
  expect(() => subscribeToDownloads(() => {})).not.toThrow();
  await downloadedAudio.load();
  expect(downloadedAudio.sourceOf({ id: 1 })).toBeNull();
});
