import { z } from "zod";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export const schemaPath = "#/components/schemas/";

/** The JSON schemas of a document: those that have a name are kept once, under it. */
export interface SchemaBook {
  readonly named: ReadonlyMap<string, JsonSchema>;
  /** The JSON schema of what is sent in (`input`) or answered (`output`); dates are on the wire as ISO 8601. */
  add(schema: z.ZodType, side: "input" | "output"): JsonSchema;
}

export function newSchemaBook(): SchemaBook {
  const named = new Map<string, JsonSchema>();
  return {
    named,
    add(schema, side) {
      // Wrapped, so that a schema with a name is referred to and not written out.
      const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: schema }), {
        io: side,
        unrepresentable: "any",
        override: tidy,
      });
      for (const [name, definition] of Object.entries($defs)) named.set(name, relinked(definition));
      const own = properties?.it;
      return typeof own === "object" ? relinked(own) : {};
    },
  };
}

/** References lead to the document's own schemas. */
function relinked(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${schemaPath}`));
}

type Overridden = Parameters<NonNullable<z.core.ToJSONSchemaParams["override"]>>[0];

function tidy({ zodSchema, jsonSchema }: Overridden): void {
  if (zodSchema._zod.def.type === "date") {
    jsonSchema.type = "string";
    jsonSchema.format = "date-time";
  }
  // What every integer of JavaScript holds to, and the format says already.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format) delete jsonSchema.pattern;
}
