import { setImmediate as nextTurn } from "node:timers/promises";

/** Streams indented JSON, yielding to the event loop between list elements. No undefined fields. */
export function streamJson(record: object): ReadableStream<Uint8Array> {
  const parts = partsOf(record);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      const { value, done } = parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

function* partsOf(record: object): Generator<string> {
  let before = "{\n";
  for (const [name, value] of Object.entries(record)) {
    yield `${before}${JSON.stringify(name)}: `;
    if (Array.isArray(value)) yield* elementsOf(value);
    else yield JSON.stringify(value, null, 2);
    before = ",\n";
  }
  yield before === "{\n" ? "{}\n" : "\n}\n";
}

function* elementsOf(list: unknown[]): Generator<string> {
  let before = "[\n";
  for (const element of list) {
    yield before + JSON.stringify(element, null, 2);
    before = ",\n";
  }
  yield list.length === 0 ? "[]" : "\n]";
}
