import { expect, test, vi } from "vitest";
import type { DownloadChange } from "./download-cache.ts";
import { downloadedAudio } from "./downloaded-audio.ts";

const license = { checkedAt: Date.now(), validUntil: Date.now() + 60_000 };
const cache = vi.hoisted(() => ({
  listDownloadedIds: vi.fn<() => Promise<number[]>>(),
  tell: (_: DownloadChange) => {},
}));

vi.mock("./download-cache.ts", () => ({
  downloadPath: ({ id }: { id: number }) => `/api/offline/${id}`,
  readLicense: async () => license,
  listDownloadedIds: cache.listDownloadedIds,
  watchDownloads: (watcher: (change: DownloadChange) => void) => {
    cache.tell = watcher;
  },
}));

test("a download that ends while the others are looked up is played from the device", async () => {
  vi.stubGlobal("navigator", { serviceWorker: { controller: {} } });
  const first = Promise.withResolvers<number[]>();
  cache.listDownloadedIds.mockReturnValueOnce(first.promise).mockResolvedValue([3]);
  const loaded = downloadedAudio.load();
  cache.tell({ type: "license", license });
  first.resolve([]);
  await loaded;
  expect(downloadedAudio.sourceOf({ id: 3 })).toBe("/api/offline/3");
});
