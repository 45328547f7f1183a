import type { oas31 } from "zod-openapi";
import { componentName, type DocumentedCall, type JsonSchema } from "./documented-calls.ts";

export type Schemas = Record<string, JsonSchema>;

/** A curl command; `$MUGEN` is the site's origin, `$COOKIE` the session cookie. */
export function exampleRequest(call: DocumentedCall, schemas: Schemas): string {
  const { method, path, parameters, body, who } = call;
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURI(parameterExample(parameters.find((one) => one.in === "path" && one.name === name))),
  );
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    if (parameter.in === "query" && (parameter.required || parameter.name === "limit"))
      query.set(parameter.name, parameter.name === "limit" ? "20" : parameterExample(parameter));
  }
  const address = query.toString() ? `${filledPath}?${query}` : filledPath;
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$MUGEN${address}"`,
    who === "anyone" ? "" : '-b "$COOKIE"',
    ...(body ? bodyOptions(body, schemas) : []),
  ];
  return parts.filter(Boolean).join(" \\\n  ");
}

function bodyOptions({ type, schema }: NonNullable<DocumentedCall["body"]>, schemas: Schemas): string[] {
  const example = exampleOf(schema, schemas);
  return type === "application/json"
    ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(example, null, 2)}'`]
    : Object.keys(example ?? {}).map((name) => `-F '${name}=@file'`);
}

function parameterExample(parameter: oas31.ParameterObject | undefined): string {
  const { name = "", schema } = parameter ?? {};
  if (!schema || "$ref" in schema) return "";
  if (schema.examples?.[0] !== undefined) return String(schema.examples[0]);
  if (schema.enum?.[0] !== undefined) return String(schema.enum[0]);
  if (schema.pattern && new RegExp(schema.pattern).test("1")) return "1";
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** The schema's first example, if it has one. Objects get only the required fields. */
function exampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  if ("$ref" in schema) return exampleOf(schemas[componentName(schema.$ref ?? "")] ?? {}, schemas);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  const [first] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (first) return exampleOf(first, schemas);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") {
    const required = schema.required ?? [];
    const fields = Object.entries(schema.properties ?? {});
    const includedFields =
      required.length > 0 ? fields.filter(([name]) => required.includes(name)) : fields.slice(0, 1);
    return Object.fromEntries(includedFields.map(([name, field]) => [name, exampleOf(field, schemas)]));
  }
  if (type === "array") return schema.items ? [exampleOf(schema.items, schemas)] : [];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  return "…";
}
