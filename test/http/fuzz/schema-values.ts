import { componentName, type JsonSchema } from "#app/features/api-docs/documented-calls.ts";
import type { Schemas } from "#app/features/api-docs/example-request.ts";
import type { Dice } from "./dice.ts";
import { hostileMixture } from "./edge-values.ts";

/** Values that a field of this name has in life; none for no idea. */
export type Suggest = (name: string) => readonly unknown[];

interface Source {
  dice: Dice;
  schemas: Schemas;
  suggest: Suggest;
}

type PlainSchema = Exclude<JsonSchema, { $ref: string }>;

function resolve(schema: JsonSchema, schemas: Schemas): PlainSchema {
  if (!("$ref" in schema)) return schema;
  const found = schemas[componentName(schema.$ref ?? "")];
  return found ? resolve(found, schemas) : {};
}

/** A value that the schema allows, as far as it says. */
export function validValue(given: JsonSchema, source: Source, name = ""): unknown {
  const { dice, schemas, suggest } = source;
  const schema = resolve(given, schemas);
  const suggested = suggest(name);
  const isList = typeOf(schema) === "array";
  if (suggested.length > 0 && !isList && dice.chance(0.9)) return dice.pick(suggested);
  if (schema.examples && schema.examples.length > 0 && dice.chance(0.3)) return dice.pick(schema.examples);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return dice.pick(schema.enum);
  const one = dice.pick([...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]);
  if (one) return validValue(one, source, name);
  switch (typeOf(schema, dice)) {
    case "object":
      return validObject(schema, source);
    case "array":
      return validList(schema, source, name);
    case "boolean":
      return dice.chance(0.5);
    case "integer":
    case "number":
      return validNumber(schema, dice);
    case "string":
      return validText(schema, dice);
    default:
      return null;
  }
}

function typeOf(schema: PlainSchema, dice?: Dice): string | undefined {
  const { type, properties } = schema;
  if (Array.isArray(type)) return dice ? dice.pick(type) : type[0];
  return type ?? (properties ? "object" : undefined);
}

function validObject(schema: PlainSchema, source: Source): Record<string, unknown> {
  const required = schema.required ?? [];
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => required.includes(name) || source.dice.chance(0.6))
      .map(([name, field]) => [name, validValue(field, source, name)]),
  );
}

function validList(schema: PlainSchema, source: Source, name: string): unknown[] {
  const { items, minItems = 0, maxItems = 3 } = schema;
  const count = source.dice.between(minItems, Math.max(minItems, Math.min(maxItems, 4)));
  return Array.from({ length: count }, () => (items ? validValue(items, source, name) : null));
}

function validNumber(schema: PlainSchema, dice: Dice): number {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const isWhole = typeOf(schema) === "integer";
  const step = isWhole ? 1 : 0.25;
  const least = schema.minimum ?? (typeof exclusiveMinimum === "number" ? exclusiveMinimum + step : 0);
  const most =
    schema.maximum ?? (typeof exclusiveMaximum === "number" ? exclusiveMaximum - step : least + 100);
  if (dice.chance(0.2)) return dice.pick([least, most] as const);
  return isWhole
    ? dice.between(Math.ceil(least), Math.floor(most))
    : least + (most - least) * (dice.between(0, 8) / 8);
}

const texts = [
  "夜のラジオ",
  "窓の外が静かになると、小さな音まで耳に届くようになります。",
  "a",
  "night radio",
  "歴史",
  "1",
  "7",
  "2026-11-22",
  "visit-of-a-phone",
  "/playlists",
  "/api/tracks?limit=3",
  "kanade_7",
  "high",
  "true",
  "sakura",
  "シソー",
  "そうさ",
  "1700000000000.7",
  "https://mugen.example/track/1",
  "someone@example.com",
  "00000000-0000-4000-8000-000000000000",
] as const;

const byFormat: Readonly<Record<string, readonly string[]>> = {
  email: ["someone@example.com", "夜@example.com", "a+b@example.co.jp"],
  "date-time": ["2026-11-22T00:00:00Z", "1970-01-01T00:00:00.000Z"],
  uri: ["https://mugen.example/track/1"],
  uuid: ["00000000-0000-4000-8000-000000000000"],
};

function validText(schema: PlainSchema, dice: Dice): string {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  // Texts that say nothing of their form take anything.
  if (!format && !pattern && dice.chance(0.35)) {
    const text = hostileMixture(dice, Math.min(maxLength, dice.pick([20, 60, 200] as const)));
    if (text.length >= minLength) return text;
  }
  const matches = pattern === undefined ? null : new RegExp(pattern, "u");
  const fitting = [...((format && byFormat[format]) || texts)].filter(
    (text) => text.length >= minLength && text.length <= maxLength && (matches?.test(text) ?? true),
  );
  return dice.pick(fitting) ?? "夜".repeat(Math.max(1, minLength));
}

/** A place in a value: field names and positions. */
type Place = readonly (string | number)[];

/** Every place in `value`, the whole first, with the schema that holds there. */
export function placesIn(
  value: unknown,
  schema: JsonSchema | undefined,
  schemas: Schemas,
): { place: Place; value: unknown; schema: JsonSchema | undefined }[] {
  const own = { place: [], value, schema };
  const plain = schema && resolve(schema, schemas);
  const inner: readonly (readonly [string | number, unknown, JsonSchema | undefined])[] = Array.isArray(value)
    ? value.map((item, at) => [at, item, plain?.items] as const)
    : value !== null && typeof value === "object"
      ? Object.entries(value).map(([name, field]) => [name, field, plain?.properties?.[name]] as const)
      : [];
  return [
    own,
    ...inner.flatMap(([key, field, fieldSchema]) =>
      placesIn(field, fieldSchema, schemas).map((found) => ({ ...found, place: [key, ...found.place] })),
    ),
  ];
}

/** `value` with another one at a place; `undefined` takes the field away. */
export function withValueAt(value: unknown, place: Place, replacement: unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, at) => (at === key ? withValueAt(item, rest, replacement) : item));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === key ? withValueAt(field, rest, replacement) : field,
    ]),
  );
}
