import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { maxScriptLength } from "#app/engines/script/script.ts";
import "#app/server/register-features.ts";
import { callTables } from "#app/routes/api/calls.ts";
import type { Operations } from "./endpoint.server.ts";
import { formShapeOf } from "./form-fields.server.ts";
import { type BodySize, usualBodySize } from "./read-body.server.ts";

interface Form {
  schema: z.ZodType;
  readsBody?: boolean;
  size?: Partial<BodySize>;
}
const forms = vi.hoisted((): Form[] => []);
const endpoints = vi.hoisted((): Operations[] => []);
vi.mock("./endpoint.server.ts", async (importActual) => {
  const actual = await importActual<typeof import("./endpoint.server.ts")>();
  return {
    ...actual,
    endpoint(operations: Operations) {
      endpoints.push(operations);
      return actual.endpoint(operations);
    },
  };
});
vi.mock("./form-action.server.ts", async (importActual) => {
  const actual = await importActual<typeof import("./form-action.server.ts")>();
  return {
    ...actual,
    formAction(options: Parameters<typeof actual.formAction>[0]) {
      forms.push(options);
      return actual.formAction(options);
    },
  };
});

/** Badly ordered marks on one letter: to sort them takes the square of their number. */
const marks = 62_000;
const hostile = `a${"\u0301".repeat(marks)}${"\u0316".repeat(marks)}`;
const halfWidth = `か${"\uFF9E\u0301".repeat(marks)}`;

const { normalize } = String.prototype;
/** The longest run of marks that was sorted since the last look. */
let longestRun = 0;
beforeAll(() => {
  vi.spyOn(String.prototype, "normalize").mockImplementation(function (this: string, form?: string) {
    const text = String(this);
    const runs = text.match(/[\p{M}\uFF9E\uFF9F]+/gu) ?? [];
    const longest = Math.max(0, ...runs.map((run) => run.length));
    longestRun = Math.max(longestRun, longest);
    // What would take seconds is not done: that it was asked for is the fault.
    return longest > 1000 ? text : normalize.call(text, form);
  });
});
afterAll(() => void vi.restoreAllMocks());

interface Sample {
  /** A plausible value. */
  plain: unknown;
  /** The same with one of its texts hostile, each time another one. */
  hostile: { path: string; value: unknown }[];
}

const leaf = (plain: unknown): Sample => ({ plain, hostile: [] });

/** Values that a schema is asked about, found by walking it. */
function sampleOf(schema: z.core.$ZodType, text: string): Sample {
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return { plain: schema.format === "email" ? "a@example.com" : "1", hostile: [{ path: "", value: text }] };
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).map(
      ([name, field]) => [name, sampleOf(field, text)] as const,
    );
    const plain = Object.fromEntries(fields.map(([name, sample]) => [name, sample.plain]));
    const every = Object.fromEntries(
      fields.map(([name, { plain, hostile }]) => [name, hostile[0]?.value ?? plain]),
    );
    return {
      plain,
      hostile: [
        ...fields.flatMap(([name, sample]) =>
          sample.hostile.map(({ path, value }) => ({
            path: `.${name}${path}`,
            value: { ...plain, [name]: value },
          })),
        ),
        ...(fields.some(([, { hostile }]) => hostile.length > 0) ? [{ path: ".*", value: every }] : []),
      ],
    };
  }
  if (schema instanceof z.ZodArray) {
    const { plain, hostile } = sampleOf(schema.element, text);
    return {
      plain: [plain],
      hostile: hostile.map(({ path, value }) => ({ path: `[0]${path}`, value: [value] })),
    };
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map((option: z.core.$ZodType) => sampleOf(option, text));
    return { plain: options[0]?.plain, hostile: options.flatMap(({ hostile }) => hostile) };
  }
  if (schema instanceof z.ZodPipe)
    return sampleOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in, text);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNonOptional
  )
    return sampleOf(schema.unwrap(), text);
  if (schema instanceof z.ZodLiteral) return leaf([...schema.values][0]);
  if (schema instanceof z.ZodEnum) return leaf(schema.options[0]);
  if (schema instanceof z.ZodNumber) return { plain: 1, hostile: [{ path: "", value: text }] };
  if (schema instanceof z.ZodBoolean) return leaf(true);
  return { plain: undefined, hostile: [{ path: "", value: text }] };
}

const modules = import.meta.glob<Record<string, unknown>>([
  "/app/features/**/*.schema.ts",
  "/app/routes/{api,resources,screens}/**/*.{ts,tsx}",
  "!/app/**/*.test.ts",
]);

/** Every schema of a form, of a call, and of a `.schema.ts`, by a name. */
const schemas = new Map<string, z.ZodType>();
function addCall(name: string, operations: Operations): void {
  for (const [method, { declared }] of Object.entries(operations))
    for (const [part, schema] of Object.entries({
      params: declared.params,
      query: declared.query,
      body: declared.body,
    }))
      if (schema) schemas.set(`${name} ${method} ${part}`, schema);
}

beforeAll(async () => {
  for (const [file, load] of Object.entries(modules)) {
    const isSchemaFile = file.endsWith(".schema.ts");
    const before = forms.length;
    const knownEndpoints = endpoints.length;
    const module = await load();
    for (const [at, { schema }] of forms.slice(before).entries())
      schemas.set(`${file} form ${at + 1}`, schema);
    for (const [name, value] of Object.entries(module))
      if (isSchemaFile && value instanceof z.ZodType && !/Reply$/.test(name))
        schemas.set(`${file} ${name}`, value);
    for (const operations of endpoints.slice(knownEndpoints)) addCall(file, operations);
  }
  for (const table of callTables)
    for (const [address, operations] of Object.entries(table)) addCall(address, operations);
}, 120_000);

test("every form's schema says which fields it has", () => {
  for (const { schema, readsBody } of forms) {
    const { fields } = formShapeOf(schema).root;
    expect(
      fields.size > 0 || readsBody || schema instanceof z.ZodObject,
      "a form's schema hides its fields: it is an object, a union of objects, or a pipe of them",
    ).toBe(true);
  }
});

test("no text field of any form or call sorts more marks than a script has", () => {
  expect(forms.length).toBeGreaterThan(35);
  expect(schemas.size).toBeGreaterThan(150);
  let fields = 0;
  const dear = [...schemas].flatMap(([name, schema]) =>
    [hostile, halfWidth].flatMap((text) =>
      sampleOf(schema, text).hostile.flatMap(({ path, value }) => {
        fields++;
        longestRun = 0;
        schema.safeParse(value);
        return longestRun > 30 ? [`${name}${path}: ${longestRun}`] : [];
      }),
    ),
  );
  expect(dear).toEqual([]);
  expect(fields).toBeGreaterThan(500);
});

/** Characters of four, three and one byte; in an encoded form the first two take three times as many. */
const characters = ["😀", "あ", "1"];
/** What the site itself puts into a field: an id, a name of a file, a choice. */
const ownValueBytes = 200;
const longestTried = 2 ** 18;

/** Bytes of the longest text of one character that a field takes, encoded as the form is. */
function longestText(field: z.ZodType, isMultipart: boolean): number {
  const sizes = characters.map((character) => {
    const isTaken = (length: number) => field.safeParse(character.repeat(length)).success;
    let taken = 0;
    for (let length = 1; length <= longestTried; length *= 2) {
      if (isTaken(length)) taken = length;
      else if (taken > 0) break;
    }
    if (taken === 0 || taken === longestTried) return ownValueBytes;
    let refused = 2 * taken;
    while (refused - taken > 1) {
      const middle = (taken + refused) >> 1;
      if (isTaken(middle)) taken = middle;
      else refused = middle;
    }
    return taken * (isMultipart ? Buffer.byteLength(character) : encodeURIComponent(character).length);
  });
  return Math.max(...sizes);
}

/** Bytes of the largest post that a schema takes. */
function largestPost(schema: z.ZodType, isMultipart: boolean, name = ""): number {
  let inner: z.core.$ZodType = schema;
  while (inner instanceof z.ZodPipe || "unwrap" in inner) {
    if (inner instanceof z.ZodPipe) inner = inner.in;
    else if (
      inner instanceof z.ZodOptional ||
      inner instanceof z.ZodNullable ||
      inner instanceof z.ZodDefault
    )
      inner = inner.unwrap();
    else break;
  }
  // Two for `=` and `&`; a part of a multipart form has a head.
  const ofName = (isMultipart ? 150 : 2) + encodeURIComponent(name).length;
  const part = (of: z.core.$ZodType, called: string) =>
    of instanceof z.ZodType ? largestPost(of, isMultipart, called) : 0;
  if (inner instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(inner.shape).reduce(
      (sum, [field, of]) => sum + part(of, name === "" ? field : `${name}.${field}`),
      0,
    );
  if (inner instanceof z.ZodUnion)
    return Math.max(...inner.options.map((option: z.core.$ZodType) => part(option, name)));
  if (inner instanceof z.ZodArray) {
    const longest = inner.def.checks?.find((check) => check instanceof z.core.$ZodCheckMaxLength);
    // The lines of a script: as many as may come, of two fields each, and all the words that it may have.
    if (inner.element instanceof z.ZodArray) {
      const speaker = encodeURIComponent(`${name}[99][99].speaker`);
      return 12 * maxScriptLength + 1500 * (2 * speaker.length + 5);
    }
    // Rows and choices: texts that the site has made, of which a form takes a hundred.
    return (longest?._zod.def.maximum ?? 100) * (ofName + ownValueBytes);
  }
  if (inner instanceof z.ZodString) return ofName + longestText(schema, isMultipart);
  return ofName + ownValueBytes;
}

test("the longest texts that a form takes fit into what it may send", () => {
  const tooSmall = forms.flatMap(({ schema, size, readsBody }) => {
    if (readsBody) return [];
    const shape = formShapeOf(schema).root;
    const largest = largestPost(schema, shape.fields.has("file"));
    const { bytes } = { ...usualBodySize, ...size };
    return largest > bytes ? [`${[...shape.fields.keys()]}: ${largest} of ${bytes}`] : [];
  });
  expect(tooSmall).toEqual([]);
});
