import { setTimeout as delay } from "node:timers/promises";
import { subscribeToTask } from "#app/features/events/server/publish.server.ts";
import { isOpenUpload, type Upload } from "../upload.ts";
import { findUpload } from "./list-uploads.server.ts";

/** The row is read this often, besides at each notification. */
const checkIntervalMs = 1000;

/** The upload when it has ended, or as it is after `timeoutMs` or when `signal` aborts. Throws `NotFound`. */
export async function waitForUpload(o: {
  uploadId: string;
  timeoutMs: number;
  signal: AbortSignal;
}): Promise<Upload> {
  const giveUpAt = Date.now() + o.timeoutMs;
  for (;;) {
    const changed = new AbortController();
    const unsubscribe = subscribeToTask(o.uploadId, () => changed.abort());
    try {
      const upload = await findUpload(o.uploadId);
      const left = giveUpAt - Date.now();
      if (!isOpenUpload(upload) || left <= 0 || o.signal.aborted) return upload;
      const signal = AbortSignal.any([changed.signal, o.signal]);
      await delay(Math.min(left, checkIntervalMs), undefined, { signal }).catch(() => {});
    } finally {
      unsubscribe();
    }
  }
}
