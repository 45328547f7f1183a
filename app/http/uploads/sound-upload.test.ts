import { expect, test } from "vitest";
import { Invalid } from "#app/features/domain-error.ts";
import { maxVerifiedBytes, verifyMessages } from "#app/features/provenance/provenance.ts";
import { HttpError } from "../core/error-response.ts";
import { hashUploadedSound } from "./sound-upload.server.ts";

const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n';

/** A form whose file has `megabytes`, sent as it is read, and then what `end` throws, if it does. */
function formOf(megabytes: number, end = () => {}): Request {
  const part = new Uint8Array(1024 * 1024).fill(65);
  let left = megabytes;
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    duplex: "half",
    headers: { "Content-Type": "multipart/form-data; boundary=x" },
    body: new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
      pull(controller) {
        if (left-- > 0) return controller.enqueue(part);
        end();
        controller.enqueue(new TextEncoder().encode("\r\n--x--\r\n"));
        controller.close();
      },
    }),
  };
  return new Request("http://localhost/verify", init);
}

test.each<[string, Request]>([
  ["a file past the limit", formOf(maxVerifiedBytes / 1024 / 1024 + 1)],
  [
    "a body past its limit",
    formOf(1, () => {
      throw new HttpError(413, "too_large", "");
    }),
  ],
])("%s is refused with what to do", async (_, request) => {
  const refused = await hashUploadedSound(request).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Invalid);
  expect(refused).toMatchObject({ fields: { file: [verifyMessages.tooLarge] } });
});

test("a sender that goes away is no fault of the form's", async () => {
  const gone = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  const request = formOf(1, () => {
    throw gone;
  });
  await expect(hashUploadedSound(request)).rejects.toBe(gone);
});
