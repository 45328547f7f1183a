import { expect, test } from "vitest";
import { WholeResponse } from "./whole-response.ts";

const newResponse = () => new WholeResponse(Buffer.from("夜の音"), { status: 200 });

test("its body can be read once, as a stream or as text, and says so", async () => {
  const [streamed, text] = [newResponse(), newResponse()];
  expect(streamed.body).not.toBeNull();
  expect([streamed.bodyUsed, text.bodyUsed]).toEqual([false, false]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamed.body) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe("夜の音");
  expect(await text.text()).toBe("夜の音");
  expect([streamed.bodyUsed, text.bodyUsed]).toEqual([true, true]);
  await expect(streamed.text()).rejects.toThrow(TypeError);
  expect(await streamed.clone().text()).toBe("夜の音");
});
