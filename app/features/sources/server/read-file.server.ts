import pLimit from "p-limit";
import { fetchPage, RefusedPage } from "#app/engines/sources/fetch-page.ts";
import { readSourceInProcess, type SourceInput } from "#app/engines/sources/read-source-in-process.ts";
import { Invalid, LimitReached } from "#app/features/domain-error.ts";
import type { SpooledForm } from "#app/features/pictures/server/spool-to-temp-file.server.ts";
import { limitPerMember } from "#app/lib/limit-per-member.ts";
import { logger } from "#app/logger.server.ts";
import { asInvalid } from "../as-invalid.ts";
import { pageMessages, type SourceFlow } from "../sources.ts";
import { checkSourceQuota, saveSource } from "./sources.server.ts";

/** In this process; more may wait. */
const concurrentReads = 2;
const maxWaiting = 10;
const retryAfterS = 15;

const limitReads = pLimit(concurrentReads);

/** Throws `LimitReached` while another text of the member is being read, and when too many members wait. */
export const reserveReading = limitPerMember({
  perMember: 1,
  members: concurrentReads + maxWaiting,
  refusal: () =>
    new LimitReached("ほかの文章を読み取っています。少し待ってから、もう一度お試しください。", retryAfterS),
});

/** In a process of its own, first come first served. Throws `Invalid` for `field` with what to do. */
async function readOrRefuse(input: SourceInput, field: "file" | "address") {
  try {
    return await limitReads(() =>
      readSourceInProcess(input, { onCrash: (end) => logger.warn(end, "a source was not read") }),
    );
  } catch (error) {
    throw asInvalid(error, field);
  }
}

/** Returns the text's id. Throws `Invalid` for `file`, `LimitReached` while another is read, `QuotaReached`. */
export async function readFile(o: {
  viewer: { id: string };
  flow: SourceFlow;
  receive(): Promise<SpooledForm>;
}): Promise<string> {
  const { viewer, flow } = o;
  await checkSourceQuota(viewer);
  return reserveReading(viewer.id, async () => {
    const form = await o.receive();
    try {
      const input = { formFd: form.file.fd, contentType: form.contentType, field: "file" };
      const { source, name } = await readOrRefuse(input, "file");
      return await saveSource({ viewer, flow, source, name });
    } finally {
      await form.file.close();
    }
  });
}

/** Keeps when the member said that they may use it. Returns its id. Throws `Invalid`, `LimitReached`, `QuotaReached`. */
export async function readAddress(o: {
  viewer: { id: string };
  flow: SourceFlow;
  address: string;
  signal: AbortSignal;
  /** Also asks addresses of this machine. */
  isTrusted?: boolean;
}): Promise<string> {
  const { viewer, flow, address, signal, isTrusted = false } = o;
  const permittedAt = new Date();
  await checkSourceQuota(viewer);
  return reserveReading(viewer.id, async () => {
    const { bytes, ...file } = await fetchPage(new URL(address), { signal, isTrusted }).catch((error) => {
      if (!(error instanceof RefusedPage)) throw error;
      throw new Invalid({ address: [pageMessages[error.reason]] });
    });
    const { source } = await readOrRefuse({ bytes, file }, "address");
    return saveSource({ viewer, flow, source, name: address, permittedAt });
  });
}
