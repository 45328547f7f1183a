import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { handOver, readHandoff } from "./page-scripts.ts";

test("the router in the browser gets settings and text as they were, and no text ends the script", async () => {
  const text = `[{"_1":2},"</script><!--","it's \\"quoted\\" \\\\ \`\${x}\`","\u2028\u2029\r"]\n`;
  const script = handOver('{"basename":"/"}', text);
  expect(script).not.toContain("<");
  const window: { __reactRouterContext?: { basename: string; stream: ReadableStream<Uint8Array> } } = {};
  runInNewContext(script, { window, ReadableStream, TextEncoderStream });
  expect(window.__reactRouterContext?.basename).toBe("/");
  const stream = window.__reactRouterContext?.stream;
  expect(stream && (await readHandoff(stream))).toBe(text);
});

test("the stream is read to its end, also where a character is split between two parts", async () => {
  const bytes = new TextEncoder().encode("夜の音");
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, 4));
      controller.enqueue(bytes.subarray(4));
      controller.close();
    },
  });
  expect(await readHandoff(stream)).toBe("夜の音");
});
