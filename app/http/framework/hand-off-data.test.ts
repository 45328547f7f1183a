import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { dataScript, readHandoff } from "./hand-off-data.ts";

test("the router in the browser gets the text as it was, and no text ends the script", () => {
  const text = `[{"_1":2},"</script><!--","it's \\"quoted\\" \\\\ \`\${x}\`","\u2028\u2029\r"]\n`;
  const script = dataScript(text);
  expect(script).not.toContain("<");
  const received: string[] = [];
  const streamController = {
    enqueue: (one: string) => received.push(one),
    close: () => received.push("end"),
  };
  runInNewContext(script, { window: { __reactRouterContext: { streamController } } });
  expect(received).toEqual([text, "end"]);
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
